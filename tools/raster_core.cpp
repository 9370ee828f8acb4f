#include "tools/raster.h"

#if defined(BASTIDE_HAS_RSVG)
#include <memory>

#include <cairo.h>
#include <librsvg/rsvg.h>
#endif

namespace bastide::tools {

#if defined(BASTIDE_HAS_RSVG)

namespace {

struct Unref {
  void operator()(RsvgHandle* handle) const { g_object_unref(handle); }
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* cairo) const { cairo_destroy(cairo); }
  void operator()(GError* error) const { g_error_free(error); }
};
template <class T>
using Owned = std::unique_ptr<T, Unref>;

RasterError taken(GError* error) {
  const Owned<GError> owned(error);
  return {owned != nullptr ? owned->message : "unknown reason"};
}

cairo_status_t append(void* text, const unsigned char* data, unsigned int length) {
  static_cast<std::string*>(text)->append(reinterpret_cast<const char*>(data), length);
  return CAIRO_STATUS_SUCCESS;
}

}  // namespace

std::optional<std::string> missing_for_png() { return std::nullopt; }

std::variant<std::string, RasterError> png_from_svg(std::string_view svg, int width, int height) {
  GError* error = nullptr;
  const Owned<RsvgHandle> handle(
      rsvg_handle_new_from_data(reinterpret_cast<const guint8*>(svg.data()), svg.size(), &error));
  if (handle == nullptr) return taken(error);
  const Owned<cairo_surface_t> surface(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height));
  const Owned<cairo_t> cairo(cairo_create(surface.get()));
  const RsvgRectangle page{0, 0, static_cast<double>(width), static_cast<double>(height)};
  if (rsvg_handle_render_document(handle.get(), cairo.get(), &page, &error) == FALSE)
    return taken(error);
  std::string png;
  const cairo_status_t status = cairo_surface_write_to_png_stream(surface.get(), append, &png);
  if (status != CAIRO_STATUS_SUCCESS) return RasterError{cairo_status_to_string(status)};
  return png;
}

#else

std::optional<std::string> missing_for_png() {
  return "this program was built without librsvg, which PNG pictures need: install librsvg2-dev "
         "and build again, or ask for an .svg file";
}

std::variant<std::string, RasterError> png_from_svg(std::string_view, int, int) {
  return RasterError{*missing_for_png()};
}

#endif

}  // namespace bastide::tools
