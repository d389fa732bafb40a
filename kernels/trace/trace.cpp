// SPDX-License-Identifier: Apache-2.0
#include "kernels/trace/trace.h"

#include <fmt/format.h>

namespace satscope {

Value number(const Cell& cell, Scalar type) { return value_of_bits(cell.bits, type); }

std::span<const CounterField> counter_fields() {
  static constexpr std::array fields{
      CounterField{"steps", &Counters::steps},
      CounterField{"additions", &Counters::additions},
      CounterField{"reads", &Counters::reads},
      CounterField{"writes", &Counters::writes},
      CounterField{"global_reads", &Counters::global_reads},
      CounterField{"global_writes", &Counters::global_writes},
      CounterField{"shared_reads", &Counters::shared_reads},
      CounterField{"shared_writes", &Counters::shared_writes},
      CounterField{"register_reads", &Counters::register_reads},
      CounterField{"register_writes", &Counters::register_writes},
      CounterField{"barriers", &Counters::barriers},
      CounterField{"warp_barriers", &Counters::warp_barriers},
      CounterField{"idle_lanes", &Counters::idle_lanes},
      CounterField{"shared_accesses", &Counters::shared_accesses},
      CounterField{"bank_conflicts", &Counters::bank_conflicts},
      CounterField{"global_accesses", &Counters::global_accesses},
      CounterField{"sectors", &Counters::sectors},
  };
  return fields;
}

Counters& Counters::operator+=(const Counters& other) {
  for (const CounterField& field : counter_fields()) this->*field.value += other.*field.value;
  return *this;
}

SourceLine::SourceLine(const Site& site) : line(site.line) {
  const std::string_view path = site.file;
  file = path.substr(path.rfind('/') + 1);
}

std::string Race::sentence(int first_block) const {
  return fmt::format("{}: {}[{}] is accessed by thread {} of block {} in '{}' ({}) and by thread {} of block {} in '{}' ({})",
                     kind, buffer, index, first.thread, first.block + first_block, first.label, first.at.text(), second.thread,
                     second.block + first_block, second.label, second.at.text());
}

std::size_t Trace::bytes() const {
  std::size_t sum = reads.capacity() * sizeof(Read) + writes.capacity() * sizeof(Write) + steps.capacity() * sizeof(Step) +
                    origins.capacity() * sizeof(Origin) + messages.capacity() * sizeof(Message);
  for (const TraceBuffer& buffer : buffers) sum += sizeof(TraceBuffer) + buffer.start.capacity() * sizeof(Cell);
  return sum + provenance.bytes();
}

}  // namespace satscope
