// Emscripten's EGL needs its `Browser` for one thing: whom to tell of a new context. Nobody waits for
// one here, and the whole of it, with full screen, pointer lock, a main loop and preloaded files, would
// be a quarter of the glue that a reader downloads.
mergeInto(LibraryManager.library, {
  $Browser: { moduleContextCreatedCallbacks: [], useWebGL: true },
  $Browser__deps: [],
  $Browser__postset: '',
});
