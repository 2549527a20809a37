# What makes a build from nothing shorter. See LOOM_TOGETHER.

# Parsing what nearly every file includes is half of Emscripten's time and a seventh of the native compiler's.
set(headers algorithm array cmath cstdint functional limits map memory optional span string string_view utility vector)
list(TRANSFORM headers REPLACE ".+" "$<$<COMPILE_LANGUAGE:CXX>:<\\0$<ANGLE-R>>")
target_precompile_headers(loom_core PRIVATE ${headers})

function(reuse_headers folder)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target ${targets})
    get_target_property(type ${target} TYPE)
    get_target_property(sources ${target} SOURCES)
    get_target_property(libraries ${target} LINK_LIBRARIES)
    # Not those of others, which link nothing of ours, and none with C.
    if(NOT type MATCHES "^(STATIC_LIBRARY|EXECUTABLE)$" OR NOT libraries OR sources MATCHES "\\.c(;|$)" OR target STREQUAL loom_core)
      continue()
    endif()
    get_target_property(test ${target} LOOM_TEST_HEADERS)
    if(test)
      target_precompile_headers(${target} PRIVATE ${headers} ${test})
    else()
      target_precompile_headers(${target} REUSE_FROM loom_core)
    endif()
  endforeach()
  get_property(subfolders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(subfolder ${subfolders})
    reuse_headers(${subfolder})
  endforeach()
endfunction()
reuse_headers(${CMAKE_SOURCE_DIR})

# together(FOLDER SIZE EXCEPT…): the C++ files below a folder of the program `loom`, that many as one, except those that give
# a name of another file another meaning.
function(together folder size)
  file(GLOB_RECURSE files RELATIVE ${CMAKE_SOURCE_DIR}/tools/loom CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tools/loom/${folder}/*.cpp)
  list(TRANSFORM ARGN REPLACE ".+" "${folder}/\\0.cpp" OUTPUT_VARIABLE alone)
  list(REMOVE_ITEM files ${alone})
  set(count 0)
  foreach(file ${files})
    math(EXPR group "${count} / ${size}")
    set_property(SOURCE ${CMAKE_SOURCE_DIR}/tools/loom/${file} TARGET_DIRECTORY loom PROPERTY UNITY_GROUP ${folder}${group})
    math(EXPR count "${count} + 1")
  endforeach()
endfunction()
if(NOT EMSCRIPTEN)
  together(command 9 math_script conversion scene_output)  # CLI11 is eight seconds wherever it is used
  together(eval 6 numerics ternary)                        # nlohmann/json is three
  together(site 8 parse/markdown resolve/math process)
  foreach(library loom_program loom_eval loom_site)
    if(TARGET ${library})
      set_target_properties(${library} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    endif()
  endforeach()
endif()
