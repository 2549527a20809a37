/* SDL2 owns the window and its GL context here, and nothing else. Its Emscripten driver would also
   listen to the page's keyboard, mouse, wheel and touch, which breaks typing, scrolling and Tab
   around a figure; read gestures; draw cursors; copy software surfaces; go to full screen; and look
   up every GL function by name. These definitions are found before the libraries', so that none of
   that is linked in. Input reaches a figure through web/shell/js/runtime.js alone. */

void Emscripten_RegisterEventHandlers(void* window) { (void)window; }
void Emscripten_UnregisterEventHandlers(void* window) { (void)window; }
int Emscripten_HandleCanvasResize(int type, const void* reserved, void* window) {
  (void)type, (void)reserved, (void)window;
  return 0;
}

void Emscripten_InitMouse(void) {}
void Emscripten_FiniMouse(void) {}

int SDL_TouchInit(void) { return 0; }
void SDL_TouchQuit(void) {}
int SDL_AddTouch(long long device, int type, const char* name) {
  (void)device, (void)type, (void)name;
  return 0;
}
int SDL_SendTouch(long long device, long long finger, void* window, int down, float x, float y,
                  float pressure) {
  (void)device, (void)finger, (void)window, (void)down, (void)x, (void)y, (void)pressure;
  return 0;
}
int SDL_SendTouchMotion(long long device, long long finger, void* window, float x, float y,
                        float pressure) {
  (void)device, (void)finger, (void)window, (void)x, (void)y, (void)pressure;
  return 0;
}
void SDL_GestureProcessEvent(void* event) { (void)event; }

int Emscripten_CreateWindowFramebuffer(void* device, void* window, unsigned* format, void** pixels,
                                       int* pitch) {
  (void)device, (void)window, (void)format, (void)pixels, (void)pitch;
  return -1;
}
int Emscripten_UpdateWindowFramebuffer(void* device, void* window, const void* areas, int count) {
  (void)device, (void)window, (void)areas, (void)count;
  return -1;
}
void Emscripten_DestroyWindowFramebuffer(void* device, void* window) { (void)device, (void)window; }

void (*eglGetProcAddress(const char* name))(void) {
  (void)name;
  return 0;
}

/* Of Emscripten's own library: what SDL would call for the above, and this page never does. */
int emscripten_request_fullscreen_strategy(const char* target, int deferred, const void* strategy) {
  (void)target, (void)deferred, (void)strategy;
  return -1;
}
int emscripten_exit_fullscreen(void) { return -1; }
void emscripten_set_window_title(const char* title) { (void)title; }
