"""Several graphs are rewritten from several threads; the core runs without the interpreter's lock."""

import operator
import threading
from concurrent.futures import ThreadPoolExecutor

import outplace
import torch
from torch.fx import Graph, GraphModule


def chain(writes: int) -> GraphModule:
    graph = Graph()
    x, y = graph.placeholder("x"), graph.placeholder("y")
    for i in range(writes):
        graph.call_function(operator.setitem, (x, slice(i % 7, None), y))
        graph.call_method("add_", (x, i))
    graph.output((graph.call_function(operator.getitem, (x, 0)),))
    return GraphModule(torch.nn.Module(), graph)


def rewritten(writes: int) -> str:
    result = outplace.functionalize(chain(writes))
    return f"{result.graph_module.graph} {result.io_map}"


def test_threads_get_what_one_thread_gets() -> None:
    sizes = [20 + 3 * i for i in range(16)] * 2
    expected = {size: rewritten(size) for size in set(sizes)}
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(rewritten, sizes)) == [expected[size] for size in sizes]


def test_other_threads_run_while_the_core_does() -> None:
    graph_module = chain(20_000)
    rewriting = outplace._core.Rewriting(graph_module, None, True)
    options = outplace._options.make_options(graph_module, passes=outplace.functionalize.__globals__["PASSES"])
    counted, done = [0], threading.Event()

    def count() -> None:
        while not done.is_set():
            counted[0] += 1
            done.wait(0.0002)

    thread = threading.Thread(target=count)
    thread.start()
    before = counted[0]
    assert rewriting.run(options)
    during = counted[0] - before
    done.set()
    thread.join()
    assert during > 3
