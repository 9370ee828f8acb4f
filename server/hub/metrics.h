// Figures as Prometheus reads them.
#pragma once

#include <string>

namespace bastide::server {

struct Site;

std::string metrics_of(const Site& site);

}  // namespace bastide::server
