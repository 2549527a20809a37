#include "web/canvas/gl_renderer.hpp"

#include <GLES2/gl2.h>

#include <cstddef>

namespace loom::canvas {
namespace {

constexpr GLuint position_at = 0, texel_at = 1, color_at = 2;

constexpr const char* vertex_source = R"(
uniform vec2 size;
attribute vec2 position, texel;
attribute vec4 color;
varying vec2 at;
varying vec4 ink;
void main() {
  at = texel;
  ink = color;
  gl_Position = vec4(2. * position.x / size.x - 1., 1. - 2. * position.y / size.y, 0., 1.);
})";

constexpr const char* fragment_source = R"(
precision mediump float;
uniform sampler2D image;
varying highp vec2 at;
varying vec4 ink;
void main() { gl_FragColor = vec4(ink.rgb, ink.a * texture2D(image, at).a); })";

GLuint compile(GLenum kind, const char* source) {
  const GLuint shader = glCreateShader(kind);
  glShaderSource(shader, 1, &source, nullptr);
  glCompileShader(shader);
  return shader;
}

const void* offset(size_t bytes) { return reinterpret_cast<const void*>(bytes); }

}  // namespace

bool GlRenderer::create() {
  program_ = glCreateProgram();
  glAttachShader(program_, compile(GL_VERTEX_SHADER, vertex_source));
  glAttachShader(program_, compile(GL_FRAGMENT_SHADER, fragment_source));
  glBindAttribLocation(program_, position_at, "position");
  glBindAttribLocation(program_, texel_at, "texel");
  glBindAttribLocation(program_, color_at, "color");
  glLinkProgram(program_);
  GLint linked = 0;
  glGetProgramiv(program_, GL_LINK_STATUS, &linked);
  if (!linked) return false;
  size_location_ = glGetUniformLocation(program_, "size");
  image_height_ = 0;

  // Nobody else draws in this context, so the state that is set here stays.
  glUseProgram(program_);
  glGenTextures(1, &image_);
  glBindTexture(GL_TEXTURE_2D, image_);
  // Each pixel of a glyph lies on one pixel of the canvas.
  for (GLenum filter : {GLenum{GL_TEXTURE_MIN_FILTER}, GLenum{GL_TEXTURE_MAG_FILTER}})
    glTexParameteri(GL_TEXTURE_2D, filter, GL_NEAREST);
  for (GLenum wrap : {GLenum{GL_TEXTURE_WRAP_S}, GLenum{GL_TEXTURE_WRAP_T}})
    glTexParameteri(GL_TEXTURE_2D, wrap, GL_CLAMP_TO_EDGE);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glGenBuffers(1, &vertices_);
  glGenBuffers(1, &indices_);
  glBindBuffer(GL_ARRAY_BUFFER, vertices_);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_);
  for (GLuint attribute : {position_at, texel_at, color_at}) glEnableVertexAttribArray(attribute);
  glEnable(GL_BLEND);
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glClearColor(0, 0, 0, 0);
  return true;
}

void GlRenderer::upload(Glyphs& glyphs) {
  const int height = glyphs.image_height();
  const Glyphs::Rows rows = glyphs.take_changed();
  if (height != image_height_) {
    glTexImage2D(GL_TEXTURE_2D, 0, GL_ALPHA, Glyphs::image_width, height, 0, GL_ALPHA,
                 GL_UNSIGNED_BYTE, glyphs.image());
    image_height_ = height;
  } else if (rows.last > rows.first) {
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, rows.first, Glyphs::image_width, rows.last - rows.first,
                    GL_ALPHA, GL_UNSIGNED_BYTE, glyphs.image() + rows.first * Glyphs::image_width);
  }
}

void GlRenderer::draw(const ImDrawList& list, Glyphs& glyphs, int width, int height) {
  upload(glyphs);
  glViewport(0, 0, width, height);
  glClear(GL_COLOR_BUFFER_BIT);
  glUniform2f(size_location_, static_cast<float>(width), static_cast<float>(height));
  glBufferData(GL_ARRAY_BUFFER, list.VtxBuffer.size_in_bytes(), list.VtxBuffer.Data,
               GL_STREAM_DRAW);
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, list.IdxBuffer.size_in_bytes(), list.IdxBuffer.Data,
               GL_STREAM_DRAW);
  for (const ImDrawCmd& command : list.CmdBuffer) {
    // Nothing is clipped. Indices have 16 bits and start at 0 here again.
    const size_t first = command.VtxOffset * sizeof(ImDrawVert);
    constexpr GLsizei stride = sizeof(ImDrawVert);
    glVertexAttribPointer(position_at, 2, GL_FLOAT, GL_FALSE, stride,
                          offset(first + offsetof(ImDrawVert, pos)));
    glVertexAttribPointer(texel_at, 2, GL_FLOAT, GL_FALSE, stride,
                          offset(first + offsetof(ImDrawVert, uv)));
    glVertexAttribPointer(color_at, 4, GL_UNSIGNED_BYTE, GL_TRUE, stride,
                          offset(first + offsetof(ImDrawVert, col)));
    glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(command.ElemCount), GL_UNSIGNED_SHORT,
                   offset(command.IdxOffset * sizeof(ImDrawIdx)));
  }
}

}  // namespace loom::canvas
