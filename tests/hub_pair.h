// Two people at a table, and the seat that is to answer first.
#pragma once

#include "tests/hub_play.h"

namespace bastide::server::hub_play {

struct Pair {
  Node node;
  Person ada{node, "Ada"}, boris{node, "Boris"};
  std::string table;
  Rng rng{9};

  explicit Pair(const std::string& more = "") {
    table = ada.create(R"(["base"])", R"([{"kind":"me"},{"kind":"open"}])", more);
    ada.join(table);
    boris.join(table);
    boris.ask(Person::of("sit", table, R"(,"seat":1)"));
    node.settle();
  }
  Person& asked() { return ada.at(table).options.empty() ? boris : ada; }
  Person& other() { return &asked() == &ada ? boris : ada; }
  Json first_option() { return asked().at(table).options[0]; }
  void play(int actions) {
    for (int i = 0; i < actions; ++i) {
      asked().play_one(table, rng);
      node.settle();
    }
  }
};

}  // namespace bastide::server::hub_play
