// SPDX-License-Identifier: Apache-2.0
// A device of the tests' own: it opens, hangs, gives frames, stops and breaks as the test orders.
#pragma once
#include <atomic>
#include <memory>
#include <mutex>
#include <thread>

#include "app/sources/live/live_input.h"

namespace satscope::test {

/// What a test and its device share.
struct Device {
  enum class Does : std::uint8_t { gives, is_silent, hangs, breaks, ends };
  std::atomic<Does> does{Does::gives};
  std::atomic<bool> opening_hangs{false}, opening_fails{false};
  std::atomic<int> opened{0}, closed{0}, given{0};
  app::Pace pace = app::Pace::device;
  std::chrono::milliseconds between{5};
  Extent extent{4, 3};
};

class DeviceOfTests : public app::LiveInput {
 public:
  DeviceOfTests(std::shared_ptr<Device> device, app::OpenContext context)
      : device_(std::move(device)), context_(std::move(context)) {}
  ~DeviceOfTests() override { ++device_->closed; }

  app::Description describe() const override {
    return {.name = "of the test",
            .pace = device_->pace,
            .requested = {},
            .delivered = {.extent = device_->extent, .format = {}},
            .can_seek = true,
            .notes = {}};
  }
  app::Reading next(double) override {
    while (true) {
      std::this_thread::sleep_for(device_->between);
      switch (device_->does) {
        case Device::Does::gives: return give();
        case Device::Does::breaks: return {.answer = app::Answer::broken, .why = "it was pulled out"};
        case Device::Does::ends: return {.answer = app::Answer::end};
        case Device::Does::is_silent:
          if (context_.stop.stop_requested()) return {.answer = app::Answer::end};
          break;
        case Device::Does::hangs: break;  // as in a driver: deaf to all that is asked
      }
    }
  }
  bool seek(double) override { return true; }
  bool step(int) override { return true; }

  static app::Opener opener(std::shared_ptr<Device> device) {
    return [device](const app::OpenContext& context) {
      ++device->opened;
      while (device->opening_hangs) std::this_thread::sleep_for(std::chrono::milliseconds(2));
      if (device->opening_fails) return app::Opened::because("it is not there");
      return app::Opened::as(std::make_unique<DeviceOfTests>(device, context));
    };
  }

 private:
  app::Reading give() {
    app::Reading reading{.answer = app::Answer::frame};
    reading.frame.extent = device_->extent;
    reading.frame.rgba = context_.blocks(device_->extent.area() * 4);
    for (std::uint32_t& word : reading.frame.words()) word = static_cast<std::uint32_t>(device_->given + 1);
    reading.frame.seconds = device_->given / 100.0;
    ++device_->given;
    return reading;
  }

  std::shared_ptr<Device> device_;
  app::OpenContext context_;
};

}  // namespace satscope::test
