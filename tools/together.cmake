# Makes a build from nothing shorter. See LOOM_TOGETHER.

# Parsing the headers that nearly every file includes is half of Emscripten's time and a seventh of the native
# compiler's.
set(headers algorithm array cmath cstdint functional limits map memory optional span string string_view utility vector)
list(TRANSFORM headers REPLACE ".+" "$<$<COMPILE_LANGUAGE:CXX>:<\\0$<ANGLE-R>>")
target_precompile_headers(loom_core PRIVATE ${headers})

# LOOM_HEADERS of a target are further headers that nearly all of its files include; LOOM_HEADERS_OF is another target
# whose precompiled headers it shares. Both targets need the same options; if they differ, only a build without a
# compiler cache fails.
function(reuse_headers folder)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target ${targets})
    get_target_property(type ${target} TYPE)
    get_target_property(sources ${target} SOURCES)
    get_target_property(libraries ${target} LINK_LIBRARIES)
    # Not for imported targets, which link nothing of ours, and not for targets with C files.
    if(NOT type MATCHES "^(STATIC_LIBRARY|EXECUTABLE)$" OR NOT libraries OR sources MATCHES "\\.c(;|$)" OR target STREQUAL loom_core)
      continue()
    endif()
    get_target_property(own ${target} LOOM_HEADERS)
    if(own)
      target_precompile_headers(${target} PRIVATE ${headers} ${own})
    else()
      get_target_property(other ${target} LOOM_HEADERS_OF)
      if(NOT other)
        set(other loom_core)
      endif()
      target_precompile_headers(${target} REUSE_FROM ${other})
    endif()
  endforeach()
  get_property(subfolders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(subfolder ${subfolders})
    reuse_headers(${subfolder})
  endforeach()
endfunction()
reuse_headers(${CMAKE_SOURCE_DIR})

# grouped(TARGET GROUP FILE…): compiles these files as one.
function(grouped target group)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  set_property(SOURCE ${ARGN} TARGET_DIRECTORY ${target} PROPERTY UNITY_GROUP ${group})
endfunction()

# by_folder(TARGET [EXCEPT FILE…]): compiles the files of each folder as one, so names must be unique within a folder, and a
# new file in one folder never changes what another folder's files are compiled with.
function(by_folder target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" EXCEPT)
  if(NOT TARGET ${target})
    return()
  endif()
  get_target_property(files ${target} SOURCES)
  get_target_property(root ${target} SOURCE_DIR)
  list(REMOVE_ITEM files ${arg_EXCEPT})
  foreach(file ${files})
    cmake_path(GET file PARENT_PATH folder)
    string(MAKE_C_IDENTIFIER "in_${folder}" group)
    cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY ${root})
    grouped(${target} ${group} ${file})
  endforeach()
endfunction()
by_folder(loom_core)
by_folder(loom_scene)
by_folder(loom_eval)  # nlohmann/json is three seconds wherever it is used, CLI11 eight
by_folder(loom_site EXCEPT site/resolve/script.cpp)  # the fuzzers bring answers of their own
by_folder(loom_program EXCEPT serve/server.cpp)  # what Server::State holds is named in its file alone

# batched(TARGET SIZE): compiles that many test files as one, in the order of their list. TESTS_OF separates their names.
function(batched target size)
  if(TARGET ${target})
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${size})
  endif()
endfunction()
batched(loom_tests 24)
batched(loom_data_tests 10)
batched(loom_tool_tests 12)

# A scene together with its picture.
get_property(groups GLOBAL PROPERTY LOOM_GROUPS)
foreach(group ${groups})
  get_target_property(files loom_scenes_${group} SOURCES)
  list(FILTER files INCLUDE REGEX _picture.cpp$)
  foreach(picture ${files})
    string(REPLACE _picture.cpp .cpp scene ${picture})
    if(EXISTS ${scene})
      get_filename_component(id ${scene} NAME_WE)
      grouped(loom_scenes_${group} ${id} ${scene} ${picture})
    endif()
  endforeach()
endforeach()
