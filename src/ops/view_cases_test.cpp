// Chains of views against the layouts that torch gives them (made by tools/layout_cases.py).
#include <gtest/gtest.h>

#include "ops/layout_cases.h"

namespace outplace {
namespace {

// Before | steps | after, or "refused" by the last step.
constexpr const char* kCases = R"(
float32 2,4,6,1 36,9,1,1 1 | view 1,2,24,1,1,1 | refused
complex64 4 2 0 | real; squeeze -2 | float32 4,2 4,1 0
float32 1,2 5,1 1 | select 0 1 | refused
float32 1,1 1,1 0 | unsqueeze -1 | float32 1,1,1 1,1,1 0
float32 5,6,5 30,5,1 1 | view 30,5,1 | float32 30,5,1 5,1,1 1
float32 - - 8 | view 1 | float32 1 1 8
float32 3,6 7,1 0 | expand 1,-1,-1 | float32 1,3,6 21,7,1 0
float32 4 1 0 | unfold -1 0 2 | float32 3,0 2,1 0
float32 6,0,2,1 2,1,1,1 4 | unfold 1 0 2 | float32 6,1,2,1,0 2,2,1,1,1 4
uint8 5,1,5,2 20,100,4,2 0 | view 1,-1,1 | uint8 1,50,1 100,2,2 0
float32 3 1 0 | view 1,3,1,1,1 | float32 1,3,1,1,1 3,1,1,1,1 0
float32 5,1 1,1 0 | slice -2 7 7 3; unsqueeze -1 | float32 0,1,1 3,1,1 5
float32 5,5 1,5 8 | slice -1 _ 2 3; complex | refused
float32 5,1,4,6 24,6,120,1 0 | complex | refused
float32 1,5,1 8,1,1 4 | expand -1,5,-1 | float32 1,5,1 8,1,1 4
float32 3,3,0 3,1,1 4 | slice -2 -5 3 1 | float32 3,3,0 3,1,1 4
complex64 5,3,4,5 60,20,5,1 0 | real; permute -4,4,0,-2,2 | float32 3,2,5,5,4 40,1,120,2,10 0
float32 4,2,3,5 40,20,5,1 4 | view 4,6,5 | refused
complex64 2,6,1,6 6,12,6,1 0 | movedim 1,2 0,1 | complex64 6,1,2,6 12,6,6,1 0
int16 5 1 0 | squeeze 0 | int16 5 1 0
float32 2,2 2,1 8 | diagonal 0 0 -1; transpose -1 -1; complex | refused
float32 4 1 0 | dtype int16 | int16 8 1 0
float32 1,1,1,2 8,2,2,1 4 | transpose -1 0; squeeze all; unfold 0 1 2 | float32 1,1 2,1 4
float64 3,0,3,6 18,18,6,1 0 | unfold -3 0 3; permute -2,0,2,-1,1; unsqueeze -1 | float64 6,3,3,0,1,1 1,18,6,18,54,1 0
int16 1 1 8 | movedim 0 -1 | int16 1 1 8
int16 - - 0 | expand 2,1 | int16 2,1 0,0 0
float64 2,0,3 3,3,1 1 | squeeze -; movedim 0,1 2,0; select -2 2 | float64 0,2 3,3 3
float64 1 1 1 | unsqueeze -2; slice -1 1 _ 3 | float64 1,0 1,3 2
complex64 - - 0 | expand 1,1 | complex64 1,1 0,0 0
int16 1,4,1,1 8,2,8,1 0 | select -3 -5 | refused
float32 - - 0 | unsqueeze -1; dtype complex64 | refused
float32 5 2 4 | transpose 0 0 | float32 5 2 4
float32 6,4,3 12,3,1 0 | transpose -3 0 | float32 6,4,3 12,3,1 0
complex64 4,4,1 1,4,16 0 | select -3 -2 | complex64 4,1 4,16 2
float32 2 1 0 | movedim 0 0; select -1 -2; view -1,1 | float32 1,1 1,1 0
complex64 5,6 6,1 8 | unsqueeze -2 | complex64 5,1,6 6,6,1 8
float64 2 2 0 | unsqueeze -1 | float64 2,1 2,1 0
float32 6,5,4,2 40,8,2,1 0 | transpose -4 -2 | float32 4,5,6,2 2,8,40,1 0
float32 1,6,1,2 3,12,108,1 0 | dtype complex64 | refused
int16 5 1 0 | view 5 | int16 5 1 0
float32 - - 1 | squeeze - | float32 - - 1
complex64 0 1 0 | view 0,1; unsqueeze -3 | complex64 1,0,1 0,1,1 0
int16 1 1 4 | select 0 -2 | refused
complex64 3 2 0 | real | float32 3,2 4,1 0
complex64 3 2 0 | unsqueeze 1 | complex64 3,1 2,1 0
float64 1,2 1,1 8 | slice -2 _ -1 1; diagonal -1 1 -2; complex | refused
float32 3 1 4 | expand 1,1,3 | float32 1,1,3 3,3,1 4
int16 6,1,0,6 6,6,6,1 4 | expand 6,3,-1,6; unsqueeze -2 | int16 6,3,0,1,6 6,0,6,6,1 4
int16 4,4,4 25,5,1 4 | view 4,2,1,-1,1 | refused
float32 1 2 0 | view 1,1; slice -2 _ 2 2 | float32 1,1 4,2 0
float32 - - 8 | unsqueeze 0 | float32 1 1 8
float32 2,5 1,2 0 | dtype uint8 | refused
int16 2,2,3 8,4,1 8 | view 4,3; slice 1 _ 1 3 | int16 4,1 4,3 8
float32 2,1 1,2 0 | unsqueeze -2 | float32 2,1,1 1,2,2 0
float32 6,2 1,6 4 | diagonal -1 1 0; slice 0 2 _ 1; view 0 | float32 0 7 17
float64 4,5,6 36,1,6 1 | permute -2,2,0; complex | refused
float32 3,4,5,3 60,5,1,20 0 | transpose 3 -1; diagonal -3 0 -2 | float32 4,3,0 5,20,61 0
float32 2 2 4 | expand 2,2,-1 | float32 2,2,2 0,0,2 4
float32 1,2 2,1 8 | view 2,1,1,-1 | float32 2,1,1,1 1,1,1,1 8
float32 2,4,6,5 140,35,5,1 0 | diagonal 1 1 0 | float32 6,5,1 5,1,175 140
int16 6 1 0 | unsqueeze -1; view 6 | int16 6 1 0
float32 - - 4 | view 1 | float32 1 1 4
float32 2,2 4,2 1 | select -2 0 | float32 2 2 1
float32 - - 0 | squeeze - | float32 - - 0
uint8 5,5 5,1 1 | movedim 1 -1 | uint8 5,5 5,1 1
complex64 4 1 0 | transpose -1 -1; real | float32 4,2 2,1 0
float32 5,4,5 40,10,2 0 | slice 1 4 7 3; expand 1,1,5,-1,5 | float32 1,1,5,0,5 200,200,40,30,2 40
float32 1 1 0 | movedim 0 0 | float32 1 1 0
float32 5 1 4 | unsqueeze -1 | float32 5,1 1,1 4
float32 2,1 1,2 0 | movedim 1 0; view 1,2; movedim 1,0 -2,-1 | float32 2,1 1,2 0
float64 6 1 8 | view 1,1,3,-1,1,2 | float64 1,1,3,1,1,2 6,6,2,2,2,1 8
complex64 0 1 1 | dtype uint8; select 0 0 | refused
complex64 6,1,6,1 1,42,7,42 0 | slice 2 -5 -7 3; squeeze 3,2,0; movedim 0,1 0,-1 | complex64 6,0,1 1,21,42 7
float32 - - 0 | unfold 0 1 2 | float32 1 1 0
float32 1 1 4 | dtype float64 | refused
float32 1,2 6,2 0 | squeeze all | float32 2 2 0
uint8 6,5 5,1 0 | squeeze -1,-2; movedim 0 -1; expand -1,6 | uint8 5,6 1,5 0
float64 3,1,2,2 1,3,3,15 8 | view -1,4,3 | refused
int16 1,0,1,2 2,1,2,1 0 | view 1,0 | int16 1,0 1,1 0
float32 5,5,1 1,6,6 1 | expand 5,-1,3 | float32 5,5,3 1,6,0 1
uint8 - - 0 | squeeze -; view 1 | uint8 1 1 0
float32 4,4,3 3,21,1 4 | unfold -2 3 2; expand -1,-1,3,-1; squeeze all | float32 4,3,3 3,1,21 4
int16 3,6,2,1 1,12,4,72 1 | view 36,1 | refused
uint8 - - 0 | expand -; unfold 0 0 1; view -1 | uint8 0 1 0
float32 4,3,2,4 1,48,4,12 0 | unsqueeze 1 | float32 4,1,3,2,4 1,144,48,4,12 0
uint8 0 1 0 | slice 0 -2 -2 1 | uint8 0 1 0
float32 3,5,1 5,1,5 0 | transpose 1 -1 | float32 3,1,5 5,5,1 0
float32 5,1,3,1 6,6,2,2 0 | view 5,3; slice -1 1 -1 1; slice -2 6 _ 1 | float32 0,1 6,2 32
float32 4,6 1,5 0 | squeeze all | float32 4,6 1,5 0
float32 1,1 1,1 8 | slice 0 0 -3 2; movedim 1,0 -2,1 | float32 1,0 1,2 8
uint8 3,2,2 4,2,1 8 | expand 2,1,3,2,2; unsqueeze -5 | uint8 2,1,1,3,2,2 0,12,12,4,2,1 8
uint8 5,3,6,3 3,168,24,1 0 | permute -4,-1,-3,2 | uint8 5,3,3,6 3,1,168,24 0
float32 - - 1 | view 1 | float32 1 1 1
float32 4,4,1,3 12,1,1,4 0 | dtype complex64 | refused
uint8 - - 4 | expand - | uint8 - - 4
float32 1,1,1 1,1,1 0 | dtype int16 | int16 1,1,2 2,2,1 0
uint8 4 1 0 | slice 0 -3 3 1; slice -1 1 2 2 | uint8 1 2 2
complex64 3,1,5,1 5,5,1,1 0 | unsqueeze -2 | complex64 3,1,5,1,1 5,5,1,1,1 0
float32 5 1 0 | complex | refused
int16 6,1,4,2 2,12,12,1 0 | dtype uint8; permute 2,-4,-3,-1; transpose -2 -2 | uint8 4,6,1,4 24,4,24,1 0
int16 4,2,3,4 24,12,4,1 1 | view 24,4; select -2 17 | int16 4 1 69
float32 0,4 1,1 8 | dtype float32; unsqueeze 1; squeeze all | float32 0,4 1,1 8
float32 6,6,1,6 4,24,1,168 0 | view 36,6 | refused
int16 3,2,4 1,6,12 8 | expand 1,1,3,2,-1; view 4,6 | refused
int16 1 1 1 | permute 0 | int16 1 1 1
float32 2 1 1 | movedim 0 0 | float32 2 1 1
int16 2,3 3,1 0 | select 1 3 | refused
complex64 6,4,3,6 126,18,6,1 8 | select -4 6 | refused
float32 6,3 4,1 0 | view 2,9,1 | refused
float32 6,1,5,5 1,6,30,6 0 | slice -3 2 2 3; unsqueeze 4 | float32 6,0,5,5,1 1,18,30,6,1 6
float64 1,6 6,1 0 | expand 1,1,6 | float64 1,1,6 6,6,1 0
float64 1,2,4 4,4,1 4 | select -3 1 | refused
float64 1,1,2,6 12,12,6,1 0 | expand -1,1,2,-1; squeeze - | float64 1,1,2,6 12,12,6,1 0
float32 4,1 1,1 8 | expand 2,2,4,1; select -3 0; complex | refused
complex64 3,6,1,1 12,2,12,1 0 | real | float32 3,6,1,1,2 24,4,24,2,1 0
float32 2,1 2,1 8 | movedim 1 1 | float32 2,1 2,1 8
int16 3,4,5 4,1,12 8 | dtype float64 | refused
float32 3,6,2,5 140,2,70,14 0 | slice -3 6 -8 1 | float32 3,0,2,5 140,2,70,14 12
float64 5,1,2,2 4,4,2,1 0 | movedim 2,3,1,0 0,-2,-1,1 | float64 2,5,2,1 2,4,1,4 0
float32 2 1 0 | expand 1,-1; unfold 0 0 3; view 0,1 | float32 0,1 1,1 0
float32 2,2 1,2 0 | dtype float32 | float32 2,2 1,2 0
float64 2,6 1,5 0 | movedim 0,1 -2,1 | float64 2,6 1,5 0
float32 2,1,3 3,1,1 1 | squeeze -1,1,0 | float32 2,3 3,1 1
uint8 3,5,1 5,1,1 0 | view 3,5 | uint8 3,5 5,1 0
float32 3,4,4,1 16,4,1,4 8 | transpose 2 -2 | float32 3,4,4,1 16,4,1,4 8
complex64 3,1,2 5,5,1 0 | movedim 2,1,0 -1,0,1; permute -2,-3,2; unsqueeze -4 | complex64 1,3,1,2 15,5,5,1 0
float32 2 1 0 | unfold -1 2 2 | float32 1,2 2,1 0
float32 2,2,3 12,4,1 0 | view 1,1,2,6 | refused
float32 2,2,6 14,1,2 0 | slice 0 1 3 1; view 2,1,1,2,1,3; expand 1,2,3,3,2,1,-1 | float32 1,2,3,3,2,1,3 2,1,0,0,6,6,2 14
uint8 2 1 1 | squeeze -; slice -1 -1 2 3; permute 0 | uint8 1 3 2
complex64 2,1,1,2 4,2,1,1 0 | real | float32 2,1,1,2,2 8,4,2,2,1 0
int16 6,1,2 2,2,1 0 | unfold 0 0 2; dtype complex64 | refused
float32 4,2 2,1 1 | slice 1 -4 -1 1; unfold 0 3 2 | float32 1,1,3 4,1,2 1
float32 3,3 3,1 0 | view 3,1,3; view 3,1,3,1; movedim 0,2,3,1 -4,-1,-2,1 | float32 3,1,1,3 3,3,1,1 0
float32 6,6 2,12 1 | unfold -2 1 3; complex | refused
complex64 6,4 7,1 4 | transpose -2 -1; slice -2 -6 5 2; real | float32 2,6,2 4,14,1 8
float32 3,5 1,3 8 | diagonal 0 0 -1 | float32 3 4 8
float32 5,2,1 6,1,3 8 | view 5,-1,2; view 1,1,-1,5 | refused
float32 4 1 0 | dtype uint8 | uint8 16 1 0
float32 6,1,4 4,24,1 0 | diagonal 1 1 -1 | float32 6,1 4,25 1
float32 1 1 0 | permute -1; slice 0 2 1 2; view 0 | float32 0 2 1
float32 1,1,1 1,1,1 0 | diagonal 1 0 -2 | float32 1,0 1,2 0
complex64 4,1,6 14,56,2 0 | unsqueeze 2 | complex64 4,1,1,6 14,56,12,2 0
int16 2,3,5 15,5,1 8 | permute 0,1,-1 | int16 2,3,5 15,5,1 8
uint8 2,1 1,2 0 | unsqueeze -1 | uint8 2,1,1 1,2,1 0
float32 1 1 4 | view 1 | float32 1 1 4
float32 1,3,1 16,4,1 0 | select -1 0 | float32 1,3 16,4 0
float64 3 1 0 | view 3,1; slice 1 -3 3 3 | float64 3,1 1,3 0
float64 2 1 1 | select 0 2 | refused
float64 6 1 0 | view 3,2,1 | float64 3,2,1 2,1,1 0
float32 - - 0 | dtype complex64 | refused
float32 5,6,2 12,2,1 0 | slice -3 -1 1 2 | float32 0,6,2 24,2,1 48
float32 1 2 0 | slice 0 _ 3 1 | float32 1 2 0
float32 1,6 6,1 1 | expand 2,3,-1 | float32 2,3,6 0,0,1 1
float32 1,0,4 4,4,1 0 | dtype int16 | int16 1,0,8 8,8,1 0
int16 1 1 8 | view 1; slice -1 0 -2 1 | int16 0 1 8
float32 1 1 0 | transpose 0 -1 | float32 1 1 0
int16 3,2,2,2 20,10,5,1 4 | slice -1 -1 _ 2; transpose -4 -3 | int16 2,3,2,1 10,20,5,2 5
float32 6,4,5,6 192,6,24,1 8 | slice 0 -2 -7 1; view 0,6 | float32 0,6 6,1 776
float32 1,3,3,2 36,6,2,1 0 | unsqueeze -3 | float32 1,3,1,3,2 36,6,6,2,1 0
float64 - - 8 | unsqueeze 0 | float64 1 1 8
float32 2,1,2,1 3,1,1,1 8 | slice 2 -4 _ 3 | float32 2,1,1,1 3,1,3,1 8
int16 1,2,6 1,14,2 4 | diagonal 2 2 1 | int16 1,0 1,16 4
float32 1,1,1 2,4,2 0 | squeeze all; view 1; select -1 0 | float32 - - 0
float32 3,1 2,6 1 | squeeze -1 | float32 3 2 1
float32 3,4,6,3 18,72,1,6 4 | select -4 1 | float32 4,6,3 72,1,6 22
float64 5,1,5,2 10,10,2,1 1 | unsqueeze -3 | float64 5,1,1,5,2 10,10,10,2,1 1
float32 1,5,2 10,1,5 8 | unsqueeze -4; view 1,5,2 | float32 1,5,2 5,1,5 8
float32 6 1 0 | dtype float32; complex | refused
uint8 5 2 1 | view 1,1,5 | uint8 1,1,5 10,10,2 1
float32 6,2,3,2 8,4,48,2 8 | transpose 3 2; slice -1 1 -1 1 | float32 6,2,2,1 8,4,2,48 56
uint8 2 1 1 | movedim 0 0 | uint8 2 1 1
float32 3,2,1,4 20,4,4,1 1 | squeeze all; unfold -2 1 2; movedim 0 -4 | float32 3,1,4,1 20,8,1,4 1
float64 5,4,2 12,3,1 8 | slice -2 -6 _ 1; select -2 3 | float64 5,2 12,1 17
complex64 5,6 12,2 0 | view 1,15,1,2; slice 1 13 -14 3 | complex64 1,0,1,2 60,12,4,2 52
float32 5 1 0 | view 1,5 | float32 1,5 5,1 0
uint8 2,2,4 15,5,1 0 | unfold 1 1 3 | uint8 2,1,4,1 15,15,1,5 0
uint8 1 1 1 | slice 0 _ -2 1; unsqueeze 0 | uint8 1,0 0,1 1
complex64 3 1 4 | permute 0 | complex64 3 1 4
float64 1,4 5,1 1 | select -2 1 | refused
float32 1,2,1,3 6,3,3,1 0 | unfold 0 0 2 | float32 1,2,1,3,0 12,3,3,1,6 0
float32 6,6 6,1 0 | slice 1 _ -6 2 | float32 6,0 6,2 0
float32 1,3,5 24,8,1 0 | transpose -3 2; diagonal 3 2 -3; view 1,3 | float32 1,3 24,8 3
float32 1,6,2 12,2,1 4 | permute -2,-1,-3 | float32 6,2,1 2,1,12 4
float32 - - 1 | complex | refused
float64 2 1 0 | movedim 0 0; permute -1; view 2 | float64 2 1 0
float32 - - 4 | view 1; complex | refused
float32 6,1,6 18,9,1 0 | squeeze all; movedim 1 -2 | float32 6,6 1,18 0
float64 1,1,2 2,2,1 0 | view -1 | float64 2 1 0
float32 2,4 4,1 0 | complex | refused
complex64 6,3 3,1 0 | view -1,1,1 | complex64 18,1,1 1,1,1 0
complex64 1 1 1 | movedim 0 -1; expand 1,-1; view 1 | complex64 1 1 1
uint8 1 1 4 | view 1; transpose 0 -1 | uint8 1 1 4
float64 1 1 0 | transpose -1 -1 | float64 1 1 0
uint8 4 1 1 | dtype uint8; expand -1 | uint8 4 1 1
float64 - - 0 | expand - | float64 - - 0
float32 1,2 5,1 1 | movedim 1,0 1,0 | float32 1,2 5,1 1
float32 5 1 1 | permute 0 | float32 5 1 1
float32 2,3,5 15,5,1 8 | select 2 5 | refused
uint8 2,6 6,1 8 | unsqueeze 2 | uint8 2,6,1 6,1,1 8
float32 1,5 5,1 1 | slice -2 2 4 1 | float32 0,5 5,1 6
float64 2,1,3,6 72,18,6,1 1 | squeeze all | float64 2,3,6 72,6,1 1
float32 4,1,6,6 36,36,6,1 8 | transpose 0 1 | float32 1,4,6,6 36,36,6,1 8
uint8 - - 0 | dtype float64 | refused
float32 4,2 1,4 0 | complex | refused
complex64 1 1 4 | view 1; movedim 0 0 | complex64 1 1 4
float32 2,4,6 6,12,1 4 | transpose 0 1 | float32 4,2,6 12,6,1 4
float32 3,2 1,4 4 | view 6 | refused
complex64 1,6,2,2 48,8,4,2 4 | unsqueeze 2; view 4,6,-1,1; permute 2,0,-1,1 | complex64 1,4,1,6 2,12,2,2 4
int16 2,3 1,2 0 | unfold 1 2 2 | int16 2,1,2 1,4,2 0
float64 3 1 4 | expand -1 | float64 3 1 4
float32 - - 1 | view 1; select 0 -2 | refused
float32 3,3,0,6 1,6,6,18 0 | slice -2 _ _ 3 | float32 3,3,0,6 1,6,18,18 0
float32 4 1 0 | unsqueeze 1 | float32 4,1 1,1 0
float32 1,6,1 1,1,1 0 | view 6 | float32 6 1 0
float32 6,1,1 1,24,6 0 | unsqueeze 1; diagonal 0 3 -4 | float32 1,1,1 24,24,7 0
uint8 5 1 1 | squeeze -1 | uint8 5 1 1
float32 2,2,2,6 14,1,28,2 0 | dtype uint8 | refused
complex64 1,1,1 4,1,4 4 | dtype complex64; unfold -3 1 1 | complex64 1,1,1,1 4,1,4,4 4
float32 4,6,1 6,1,24 0 | transpose -2 0 | float32 6,4,1 1,6,24 0
)";

TEST(ViewCases, EqualTorch) {
  int seen = 0;
  for (const std::string& line : cases::lines(kCases, "OUTPLACE_VIEW_CASES")) {
    const auto parts = cases::split(line, " | ");
    SymPool syms;
    TensorMeta m = cases::meta(parts[0]);
    bool refused = false;
    for (const std::string& text : cases::split(parts[1], "; ")) {
      EXPECT_FALSE(refused) << line;
      if (refused) break;
      const StepResult made = cases::make_step(text, m, syms);
      refused = !made.step.has_value();
      if (refused) {
        EXPECT_FALSE(made.why.empty()) << line;
      } else {
        m = apply(*made.step, m, syms);
      }
    }
    ++seen;
    EXPECT_EQ(refused, parts[2] == "refused") << line;
    if (refused || parts[2] == "refused") continue;
    EXPECT_TRUE(m == cases::meta(parts[2])) << line << "\n  got " << print_annotation(m, {.strides = true}, syms) << " at "
                                            << syms.print(m.geometry.offset);
  }
  EXPECT_GE(seen, 200);
}

}  // namespace
}  // namespace outplace
