#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "nacre/adopt.h"
#include "nacre/compare.h"
#include "nacre/config.h"
#include "nacre/doctor.h"
#include "nacre/result.h"
#include "nacre/types.h"
#include "nacre/undo.h"
#include "nacre/uninstall.h"
#include "nacre/watch.h"

namespace nacre::memory {

// The JSON shapes of docs/json.md: the same on the command line, MCP and HTTP.
struct JsonOptions {
  bool timing = false;
  bool explain = false;
};
std::string to_json(const RecallAnswer& answer, const JsonOptions& options = {});
std::string to_json(const GetAnswer& answer);
std::string to_json(const ContextAnswer& answer);
std::string to_json(const Receipt& receipt);
std::string to_json(const IndexReport& report, const JsonOptions& options = {});
std::string to_json(const StatusReport& report);
std::string to_json(const WatchReport& report);
std::string to_json(const ScanReport& report);
std::string to_json(const InitReport& report);
std::string to_json(const UndoAnswer& answer);
std::string to_json(const UndoList& list);
std::string to_json(const UninstallReport& report);
std::string to_json(const ConfigFile& file);
std::string to_json(const ConfigFile& file, const std::vector<ConfigSetting>& settings);
std::string to_json(const ConfigSetting& setting);
std::string to_json(const ConfigChange& change);
std::string to_json(const ConfigExplanation& explanation);
std::string to_json(const ConfigCheck& check);
std::string to_json(const DoctorReport& report);
std::string to_json(const AdoptReport& report);
std::string to_json(const RestoreBackupReport& report);
std::string to_json(const CompareAnswer& answer);
std::string to_json_path(std::string_view member, const std::string& path);  // {"member":"path"}
std::string to_json(const Error& error);

}  // namespace nacre::memory
