#include "static_space/common_components.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "base/result.h"

namespace nacre::static_space {
namespace {

// Square, row by row.
struct Matrix {
  std::size_t n = 0;
  std::vector<double> cells;
  double& at(std::size_t r, std::size_t c) { return cells[r * n + c]; }
  double at(std::size_t r, std::size_t c) const { return cells[r * n + c]; }
};

std::vector<double> subtract_mean(WordVectors& vectors) {
  std::vector<double> mean(vectors.dimensions);
  for (std::size_t i = 0; i < vectors.words.size(); ++i) {
    const auto row = vectors.row(i);
    for (std::size_t d = 0; d < mean.size(); ++d) mean[d] += static_cast<double>(row[d]);
  }
  for (double& x : mean) x /= static_cast<double>(vectors.words.size());
  for (std::size_t i = 0; i < vectors.words.size(); ++i) {
    const auto row = vectors.row(i);
    for (std::size_t d = 0; d < mean.size(); ++d) row[d] -= static_cast<float>(mean[d]);
  }
  return mean;
}

Matrix covariance(const WordVectors& vectors) {
  Matrix sum{vectors.dimensions, std::vector<double>(vectors.dimensions * vectors.dimensions)};
  for (std::size_t i = 0; i < vectors.words.size(); ++i) {
    const auto row = vectors.row(i);
    for (std::size_t r = 0; r < sum.n; ++r) {
      const auto x = static_cast<double>(row[r]);
      for (std::size_t c = r; c < sum.n; ++c) sum.at(r, c) += x * static_cast<double>(row[c]);
    }
  }
  for (std::size_t r = 0; r < sum.n; ++r) {
    for (std::size_t c = 0; c < r; ++c) sum.at(r, c) = sum.at(c, r);
  }
  return sum;
}

// One Jacobi rotation that makes cell (p, q) zero; `axes` turns along.
void rotate(Matrix& a, Matrix& axes, std::size_t p, std::size_t q) {
  if (a.at(p, q) == 0) return;
  const double theta = (a.at(q, q) - a.at(p, p)) / (2 * a.at(p, q));
  const double t = (theta >= 0 ? 1 : -1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
  const double c = 1 / std::sqrt(t * t + 1);
  const double s = t * c;
  for (std::size_t k = 0; k < a.n; ++k) {
    const double left = a.at(k, p), right = a.at(k, q);
    a.at(k, p) = c * left - s * right;
    a.at(k, q) = s * left + c * right;
  }
  for (std::size_t k = 0; k < a.n; ++k) {
    const double upper = a.at(p, k), lower = a.at(q, k);
    a.at(p, k) = c * upper - s * lower;
    a.at(q, k) = s * upper + c * lower;
  }
  for (std::size_t k = 0; k < a.n; ++k) {
    const double left = axes.at(k, p), right = axes.at(k, q);
    axes.at(k, p) = c * left - s * right;
    axes.at(k, q) = s * left + c * right;
  }
}

// Unit eigenvectors of a symmetric matrix, largest eigenvalue first. Cyclic Jacobi converges
// quadratically; a hundred dimensions need about ten sweeps.
std::vector<std::vector<double>> principal_axes(Matrix a) {
  constexpr int kSweepsMax = 30;
  Matrix axes{a.n, std::vector<double>(a.n * a.n)};
  for (std::size_t i = 0; i < a.n; ++i) axes.at(i, i) = 1;
  for (int sweep = 0; sweep < kSweepsMax; ++sweep) {
    double outside = 0, diagonal = 0;
    for (std::size_t p = 0; p < a.n; ++p) {
      diagonal += a.at(p, p) * a.at(p, p);
      for (std::size_t q = p + 1; q < a.n; ++q) outside += a.at(p, q) * a.at(p, q);
    }
    if (outside <= diagonal * 1e-28) break;
    for (std::size_t p = 0; p < a.n; ++p) {
      for (std::size_t q = p + 1; q < a.n; ++q) rotate(a, axes, p, q);
    }
  }
  std::vector<std::size_t> order(a.n);
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::greater{}, [&](std::size_t i) { return a.at(i, i); });
  std::vector<std::vector<double>> sorted;
  for (const std::size_t column : order) {
    std::vector<double> axis(a.n);
    for (std::size_t k = 0; k < a.n; ++k) axis[k] = axes.at(k, column);
    sorted.push_back(std::move(axis));
  }
  return sorted;
}

double along(std::span<const float> row, const std::vector<double>& axis) {
  double sum = 0;
  for (std::size_t d = 0; d < axis.size(); ++d) sum += static_cast<double>(row[d]) * axis[d];
  return sum;
}

}  // namespace

void remove_common_components(WordVectors& vectors, std::size_t top, std::size_t dimensions) {
  NACRE_CHECK(top <= vectors.dimensions && dimensions <= vectors.dimensions);
  subtract_mean(vectors);
  const auto axes = principal_axes(covariance(vectors));
  const bool keeps_axes = dimensions == vectors.dimensions;
  const std::size_t kept_to = std::min(top + dimensions, axes.size());

  std::vector<float> values(vectors.words.size() * dimensions);
  for (std::size_t i = 0; i < vectors.words.size(); ++i) {
    const auto row = vectors.row(i);
    for (std::size_t k = 0; k < top; ++k) {
      const double length = along(row, axes[k]);
      for (std::size_t d = 0; d < row.size(); ++d) {
        row[d] -= static_cast<float>(length * axes[k][d]);
      }
    }
    float* out = values.data() + i * dimensions;
    if (keeps_axes) {
      std::ranges::copy(row, out);
      continue;
    }
    for (std::size_t k = top; k < kept_to; ++k) {
      out[k - top] = static_cast<float>(along(row, axes[k]));
    }
  }
  vectors.values = std::move(values);
  vectors.dimensions = dimensions;
}

}  // namespace nacre::static_space
