/* SDL2 owns the window and its GL context here, and nothing else. It would also keep a queue of
   events, a keyboard and a mouse, listen to the page's keyboard, mouse, wheel and touch, which
   breaks typing, scrolling and Tab around a figure, read gestures, draw cursors, copy software
   surfaces, go to full screen, and look up every GL function by name. These definitions are found
   before the libraries', so that none of that is linked in. Input reaches a figure through
   web/shell/js/runtime.js alone. */

int SDL_EventsInit(void) { return 0; }
void SDL_EventsQuit(void) {}
unsigned char SDL_EventState(unsigned type, int state) {
  (void)type, (void)state;
  return 0;
}
int SDL_SendAppEvent(unsigned type) {
  (void)type;
  return 0;
}
int SDL_SendWindowEvent(void* window, unsigned char event, int data1, int data2) {
  (void)window, (void)event, (void)data1, (void)data2;
  return 0;
}
int SDL_SendDisplayEvent(void* display, unsigned char event, int data1) {
  (void)display, (void)event, (void)data1;
  return 0;
}

int SDL_KeyboardInit(void) { return 0; }
void SDL_KeyboardQuit(void) {}
void SDL_ResetKeyboard(void) {}
void* SDL_GetKeyboardFocus(void) { return 0; }
void SDL_SetKeyboardFocus(void* window) { (void)window; }

int SDL_MouseInit(void) { return 0; }
void SDL_MouseQuit(void) {}
void* SDL_GetMouse(void) {
  static long long nothing[64]; /* an SDL_Mouse of zeros: no focus, no cursor, not captured */
  return nothing;
}
void* SDL_GetMouseFocus(void) { return 0; }
void SDL_SetMouseFocus(void* window) { (void)window; }
unsigned SDL_GetMouseState(int* x, int* y) {
  if (x) *x = 0;
  if (y) *y = 0;
  return 0;
}
int SDL_GetRelativeMouseMode(void) { return 0; }
int SDL_SetRelativeMouseMode(int enabled) {
  (void)enabled;
  return -1;
}
int SDL_ShowCursor(int toggle) {
  (void)toggle;
  return 0;
}
int SDL_UpdateMouseCapture(int force_release) {
  (void)force_release;
  return 0;
}
void SDL_PerformWarpMouseInWindow(void* window, int x, int y, int ignore_relative) {
  (void)window, (void)x, (void)y, (void)ignore_relative;
}
void SDL_WarpMouseInWindow(void* window, int x, int y) { (void)window, (void)x, (void)y; }

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

unsigned eglSwapInterval(void* display, int interval) {
  (void)display, (void)interval;
  return 1; /* the page asks for frames itself */
}
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

/* The canvas is in a worker, where there is no screen and no style. */
void emscripten_get_screen_size(int* width, int* height) { *width = *height = 0; }
double emscripten_get_device_pixel_ratio(void) { return 1; }
int emscripten_get_element_css_size(const char* target, double* width, double* height) {
  (void)target;
  *width = *height = 0;
  return 0;
}
int emscripten_set_element_css_size(const char* target, double width, double height) {
  (void)target, (void)width, (void)height;
  return 0;
}
