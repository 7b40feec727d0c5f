#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "guard/redact.h"

namespace nacre::guard {

// What follows a provider's prefix.
enum class TailAlphabet : std::uint8_t { Alnum, Word, Dotted, Hex, Upper, Base64 };

// How much the tail must look like chance: a prefix that is also a word of prose
// or code (`sk-`, `npm_`, `key-`) says little by itself.
enum class TailProof : std::uint8_t {
  Prefix,  // The prefix is enough.
  Mixed,   // Digits and letters, or upper and lower case.
  Random,  // Both, and a long stretch without '-' and '_'.
};

struct ProviderKey {
  std::string_view prefix;
  TailAlphabet alphabet;
  std::uint16_t length_min, length_max;  // Of the tail.
  TailProof proof;
  SecretKind kind = SecretKind::ApiKey;
};

// Sorted by the first byte; within one byte longer prefixes stand before their own beginnings.
// Lengths are those of the providers' documentation, with room where they have changed before.
inline constexpr auto kProviderKeys = [] {
  using enum TailAlphabet;
  using enum TailProof;
  constexpr std::uint16_t kAny = 2048;
  return std::to_array<ProviderKey>({
      {"ABIA", Upper, 16, 16, Prefix},
      {"ACCA", Upper, 16, 16, Prefix},
      {"AGE-SECRET-KEY-1", Upper, 50, 70, Prefix, SecretKind::PrivateKey},
      {"AIza", Word, 35, 35, Prefix},
      {"AKIA", Upper, 16, 16, Prefix},
      {"AKID", Alnum, 30, 40, Mixed},
      {"AKLT", Alnum, 20, 70, Mixed},
      {"ALTAK-", Alnum, 16, 40, Prefix},
      {"AQ.Ab", Word, 40, 80, Prefix},
      {"ASIA", Upper, 16, 16, Prefix},
      {"ATATT3", Base64, 60, kAny, Prefix},
      {"ATCTT3", Base64, 60, kAny, Prefix},
      {"EAAAE", Word, 50, 80, Mixed},
      {"GOCSPX-", Word, 28, 28, Prefix},
      {"LTAI", Alnum, 12, 26, Mixed},
      {"PMAK-", Word, 50, 70, Prefix},
      {"SG.", Dotted, 60, 80, Prefix},
      {"api_org_", Alnum, 30, 40, Mixed},
      {"bkua_", Hex, 40, 40, Prefix},
      {"csk-", Alnum, 40, 60, Mixed},
      {"dapi", Hex, 32, 32, Prefix},
      {"dckr_oat_", Word, 20, 60, Prefix},
      {"dckr_pat_", Word, 20, 40, Prefix},
      {"doo_v1_", Hex, 64, 64, Prefix},
      {"dop_v1_", Hex, 64, 64, Prefix},
      {"dor_v1_", Hex, 64, 64, Prefix},
      {"e2b_", Hex, 40, 40, Prefix},
      {"fc-", Hex, 32, 32, Mixed},
      {"figd_", Word, 36, 60, Prefix},
      {"gho_", Alnum, 30, 255, Mixed},
      {"ghp_", Alnum, 30, 255, Mixed},
      {"ghr_", Alnum, 30, 255, Mixed},
      {"ghs_", Alnum, 30, 255, Mixed},
      {"ghu_", Alnum, 30, 255, Mixed},
      {"github_pat_", Word, 50, 255, Mixed},
      {"glcbt-", Word, 20, 64, Prefix},
      {"glc_", Base64, 40, 400, Mixed},
      {"gldt-", Word, 20, 64, Prefix},
      {"glft-", Word, 20, 64, Prefix},
      {"glpat-", Word, 20, 300, Prefix},
      {"glptt-", Word, 20, 64, Prefix},
      {"glrt-", Word, 20, 300, Prefix},
      {"glsa_", Word, 32, 64, Mixed},
      {"glsoat-", Word, 20, 64, Prefix},
      {"gsk_", Alnum, 40, 64, Mixed},
      {"hf_", Alnum, 30, 42, Mixed},
      {"hvb.", Word, 80, 400, Prefix},
      {"hvs.", Word, 24, 400, Prefix},
      {"jina_", Word, 50, 80, Mixed},
      {"key-", Hex, 32, 32, Mixed},
      {"lin_api_", Alnum, 32, 48, Prefix},
      {"lsv2_pt_", Word, 40, 48, Prefix},
      {"lsv2_sk_", Word, 40, 48, Prefix},
      {"nfp_", Alnum, 36, 60, Mixed},
      {"npm_", Alnum, 36, 36, Mixed},
      {"ntn_", Alnum, 40, 50, Mixed},
      {"nvapi-", Word, 40, 90, Prefix},
      {"ops_", Word, 200, kAny, Random},
      {"pcsk_", Word, 40, 90, Mixed},
      {"phx_", Alnum, 36, 60, Mixed},
      {"pplx-", Alnum, 40, 64, Mixed},
      {"pypi-AgE", Word, 50, 400, Prefix},
      {"r8_", Alnum, 37, 37, Mixed},
      {"rk_live_", Alnum, 20, 255, Prefix},
      {"rk_test_", Alnum, 20, 255, Prefix},
      {"rubygems_", Hex, 48, 48, Prefix},
      {"sb_secret_", Word, 22, 64, Prefix},
      {"sbp_", Hex, 40, 40, Mixed},
      {"secret_", Alnum, 43, 43, Mixed},
      {"shpat_", Hex, 32, 32, Prefix},
      {"shpca_", Hex, 32, 32, Prefix},
      {"shppa_", Hex, 32, 32, Prefix},
      {"shpss_", Hex, 32, 32, Prefix},
      {"sk-ant-", Word, 24, 255, Mixed},
      {"sk-lf-", Word, 36, 36, Mixed},
      {"sk-", Word, 18, 255, Random},
      {"sk_live_", Alnum, 20, 255, Prefix},
      {"sk_test_", Alnum, 20, 255, Prefix},
      {"sntrys_", Base64, 40, 400, Prefix},
      {"sntryu_", Hex, 64, 64, Prefix},
      {"sq0atp-", Word, 22, 22, Prefix},
      {"sq0csp-", Word, 43, 43, Prefix},
      {"tgp_v1_", Word, 40, 50, Prefix},
      {"tskey-", Word, 20, 80, Mixed},
      {"tvly-", Word, 30, 60, Mixed},
      {"whsec_", Base64, 24, 64, Prefix},
      {"xai-", Alnum, 60, 100, Mixed},
      {"xapp-", Word, 20, 255, Mixed},
      {"xoxa-", Word, 16, 255, Mixed},
      {"xoxb-", Word, 16, 255, Mixed},
      {"xoxc-", Word, 16, 255, Mixed},
      {"xoxd-", Word, 16, 255, Mixed},
      {"xoxe-", Word, 16, 255, Mixed},
      {"xoxo-", Word, 16, 255, Mixed},
      {"xoxp-", Word, 16, 255, Mixed},
      {"xoxr-", Word, 16, 255, Mixed},
      {"xoxs-", Word, 16, 255, Mixed},
      {"ya29.", Dotted, 30, kAny, Prefix, SecretKind::Token},
  });
}();

}  // namespace nacre::guard
