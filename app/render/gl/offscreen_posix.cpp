// SPDX-License-Identifier: Apache-2.0
#include "app/render/gl/offscreen.h"

#include <epoxy/egl.h>
#include <fmt/format.h>

#include <cstring>
#include <stdexcept>

#include "app/render/gl/gl_needs.h"
#include "kernels/device.h"

namespace satscope::app {
namespace {

struct Candidate {
  EGLDisplay display;
  std::string platform;
};

bool client_has(const char* extension) { return epoxy_has_egl_extension(EGL_NO_DISPLAY, extension); }

/// The display of each EGL device; the one that CUDA computes on first, because only it can share buffers with CUDA.
std::vector<Candidate> device_displays() {
  std::vector<Candidate> found;
  if (!client_has("EGL_EXT_platform_device") ||
      !(client_has("EGL_EXT_device_enumeration") || client_has("EGL_EXT_device_base")))
    return found;
  EGLDeviceEXT devices[16];
  EGLint count = 0;
  if (!eglQueryDevicesEXT(16, devices, &count)) return found;
  for (EGLint i = 0; i < count; ++i) {
    const EGLDisplay display = eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, devices[i], nullptr);
    if (display == EGL_NO_DISPLAY) continue;
    const char* extensions = eglQueryDeviceStringEXT(devices[i], EGL_EXTENSIONS);
    EGLAttrib cuda = -1;
    const bool known = extensions && std::strstr(extensions, "EGL_NV_device_cuda") &&
                       eglQueryDeviceAttribEXT(devices[i], EGL_CUDA_DEVICE_NV, &cuda);
    const bool computes = known && gpu_status().usable && cuda == gpu_status().index;
    found.insert(computes ? found.begin() : found.end(), {display, fmt::format("EGL device {}", i)});
  }
  return found;
}

std::vector<Candidate> candidates() {
  std::vector<Candidate> list;
  std::vector<Candidate> devices = device_displays();
  if (gpu_status().usable) list.swap(devices);
  if (client_has("EGL_MESA_platform_surfaceless"))
    list.push_back({eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr), "EGL without surfaces"});
  list.insert(list.end(), devices.begin(), devices.end());
  list.push_back({eglGetDisplay(EGL_DEFAULT_DISPLAY), "the default EGL display"});
  return list;
}

std::string error_text() { return fmt::format("EGL error {:#06x}", static_cast<unsigned>(eglGetError())); }

/// A context of OpenGL 3.3 core that is current, and its surface, if it needs one.
class Context {
 public:
  explicit Context(EGLDisplay display) : display_(display) {
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, nullptr, nullptr)) throw std::runtime_error(error_text());
    if (!eglBindAPI(EGL_OPENGL_API)) throw std::runtime_error("it has no desktop OpenGL");
    const bool surfaceless = epoxy_has_egl_extension(display, "EGL_KHR_surfaceless_context");
    const EGLint wanted[] = {EGL_SURFACE_TYPE, surfaceless ? 0 : EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                             EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (!eglChooseConfig(display, wanted, &config, 1, &count) || count < 1)
      throw std::runtime_error("it has no configuration for OpenGL");
    const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION,
                              3,
                              EGL_CONTEXT_MINOR_VERSION,
                              3,
                              EGL_CONTEXT_OPENGL_PROFILE_MASK,
                              EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
#ifndef NDEBUG
                              EGL_CONTEXT_OPENGL_DEBUG,
                              EGL_TRUE,
#endif
                              EGL_NONE};
    context_ = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
    if (context_ == EGL_NO_CONTEXT) throw std::runtime_error("it does not give OpenGL 3.3: " + error_text());
    if (!surfaceless) {
      const EGLint size[] = {EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE};
      surface_ = eglCreatePbufferSurface(display, config, size);
    }
    if (!eglMakeCurrent(display, surface_, surface_, context_)) {
      const std::string why = error_text();
      destroy();
      throw std::runtime_error(why);
    }
  }
  ~Context() { destroy(); }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

 private:
  // The display stays initialised: it belongs to the process, and another context may live on it.
  void destroy() {
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (surface_ != EGL_NO_SURFACE) eglDestroySurface(display_, surface_);
    if (context_ != EGL_NO_CONTEXT) eglDestroyContext(display_, context_);
  }
  EGLDisplay display_;
  EGLContext context_ = EGL_NO_CONTEXT;
  EGLSurface surface_ = EGL_NO_SURFACE;
};

}  // namespace

std::shared_ptr<void> Offscreen::make_context(std::string& platform) {
  if (const std::string missing = unmet_egl_need(); !missing.empty())
    throw std::runtime_error(fmt::format("drawing off-screen is not supported here: {}", missing));
  std::string tried;
  for (const Candidate& candidate : candidates()) {
    try {
      auto context = std::make_shared<Context>(candidate.display);
      platform = candidate.platform;
      return context;
    } catch (const std::exception& problem) {
      tried += fmt::format("{}{}: {}", tried.empty() ? "" : "; ", candidate.platform, problem.what());
    }
  }
  throw std::runtime_error(
      fmt::format("drawing off-screen needs EGL with OpenGL 3.3 and finds none ({}): not supported", tried));
}

}  // namespace satscope::app
