// Emscripten's EGL uses its `Browser` for one thing: to report a new context. Nobody waits for that report here, and
// the whole `Browser`, with full screen, pointer lock, a main loop and preloaded files, would be a quarter of the glue
// code that a reader downloads.
mergeInto(LibraryManager.library, {
  $Browser: { moduleContextCreatedCallbacks: [], useWebGL: true },
  $Browser__deps: [],
  $Browser__postset: '',
});
