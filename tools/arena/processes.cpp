#include "tools/arena/processes.h"

#ifdef BASTIDE_HAS_MPI
#include <mpi.h>
#endif

namespace bastide::tools {

#ifdef BASTIDE_HAS_MPI

namespace {

constexpr std::size_t kFigures = 6;  // of a pair: margin, score and forfeit of each game

// Every pair was played by one process and is zero with the others: the sum is exact.
void exchange(std::vector<PairResult>& results, std::uint64_t from, std::uint64_t rank,
              std::uint64_t count) {
  std::vector<double> mine(kFigures * results.size(), 0), all(mine.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    if ((from + i) % count != rank) continue;
    for (std::size_t game = 0; game < 2; ++game) {
      const GameResult& one = results[i].games[game];
      double* to = &mine[kFigures * i + 3 * game];
      to[0] = one.margin, to[1] = one.score, to[2] = one.forfeited;
    }
  }
  MPI_Allreduce(mine.data(), all.data(), static_cast<int>(all.size()), MPI_DOUBLE, MPI_SUM,
                MPI_COMM_WORLD);
  for (std::size_t i = 0; i < results.size(); ++i)
    for (std::size_t game = 0; game < 2; ++game) {
      const double* figures = &all[kFigures * i + 3 * game];
      results[i].games[game] = {figures[0], figures[1], static_cast<std::int8_t>(figures[2]), {}};
    }
}

}  // namespace

Processes::Processes() {
  int provided = 0, rank = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  rank_ = static_cast<std::uint64_t>(rank);
}

Processes::~Processes() { MPI_Finalize(); }

Processes::Trouble Processes::trouble(bool here) const {
  constexpr std::uint64_t kNobody = ~std::uint64_t{0};
  const std::uint64_t mine = here ? rank_ : kNobody;
  std::uint64_t teller = kNobody;
  MPI_Allreduce(&mine, &teller, 1, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD);
  return {teller != kNobody, teller == rank_};
}

void Processes::share(ArenaHooks& hooks) const {
  int processes = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  if (processes == 1) return;
  const auto count = static_cast<std::uint64_t>(processes);
  hooks.stop = nullptr;  // mpirun ends all of them at once
  hooks.shard = rank_;
  hooks.shards = count;
  hooks.exchange = [rank = rank_, count](std::vector<PairResult>& results, std::uint64_t from) {
    exchange(results, from, rank, count);
  };
}

#else

Processes::Processes() = default;
Processes::~Processes() = default;
Processes::Trouble Processes::trouble(bool here) const { return {here, here}; }
void Processes::share(ArenaHooks&) const {}

#endif

}  // namespace bastide::tools
