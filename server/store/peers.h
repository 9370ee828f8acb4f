// What the processes that serve one store have to do with each other. Nobody speaks to anybody
// else: each says something to the store, and hears from it. Everything here is a help, and may be
// late or lost; that no change is lost is up to the versions of the tables.
//
// Nothing here waits. `done` is called exactly once, from a thread of the store, as store.h says.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "server/store/store.h"

namespace bastide::server {

// A node is one run of a process: it has an id of its own, and a lease that it renews. One whose
// lease has run out is dead: others drive its tables, and nobody is thought to be there. It may
// come back under a new id only.
struct Lease {
  bool held = false;               // false: it had run out, or never was
  std::int64_t now_ms = 0;         // the store's own clock
  std::vector<std::string> nodes;  // all whose leases hold, this one as well
};

// Who is at a table, in the words of one node. Texts are opaque to the store.
struct PresenceRow {
  std::string table;
  std::string node;
  std::string text;  // empty: nobody
  friend bool operator==(const PresenceRow&, const PresenceRow&) = default;
};

// To drive a table is to ask its bots and to watch its clocks. One node does, so that nobody thinks
// twice.
enum class Driver : std::uint8_t {
  taken,    // this node does from now on: nobody else did, or the one who did is dead
  already,  // this node did before
  other     // another node does
};

// What others have done. A hint: a lost one is made up for by `versions` and `presence_of`.
struct PeerNews {
  std::vector<TableVersion> tables;   // that have changed
  std::vector<std::string> presence;  // tables where somebody came or went
  std::vector<std::string> guests;    // who have another name
  // Something may have been missed, and presence may have been lost: after a connection was broken.
  bool missed = false;
};

class Peers {
 public:
  virtual ~Peers() = default;

  // From now on, from a thread of the store; what this process does itself is not told. Null: no
  // more. Whoever calls this waits until the one before has returned for the last time.
  virtual void listen(std::function<void(PeerNews)> news) = 0;

  // For so long from now on. A new id begins a lease, the same one renews it as long as it holds.
  virtual void renew(std::string node, std::int64_t lease_ms, ReadDone<Lease> done) = 0;
  // At once: its tables are free for others, and nobody is there.
  virtual void end_lease(std::string node, StoreDone done) = 0;

  virtual void drive(std::string table, std::string node, ReadDone<Driver> done) = 0;
  // Takes over live tables that nobody alive drives and where something is due by itself sooner or
  // later, at most so many; none: there are no more.
  virtual void take_over(std::string node, std::size_t most,
                         ReadDone<std::vector<std::string>> done) = 0;

  // Replaces what this node said of these tables before; others are told.
  virtual void announce(std::string node, std::vector<PresenceRow> rows, StoreDone done) = 0;
  // What all living nodes say of these tables.
  virtual void presence_of(std::vector<std::string> tables,
                           ReadDone<std::vector<PresenceRow>> done) = 0;
};

}  // namespace bastide::server
