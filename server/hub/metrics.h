// Figures for those who host, as Prometheus reads them (docs/hosting.md).
#pragma once

#include <string>

namespace bastide::server {

struct Site;

// From any thread.
std::string metrics_text(const Site& site);

}  // namespace bastide::server
