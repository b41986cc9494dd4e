#!/bin/sh
# Gathers what the image needs of a checkout that is built: assemble.sh FOLDER. Run in the build stage of Containerfile.
set -eu
out=$1
mkdir -p "$out/data" "$out/product"

# The Node that the project brings, without its symbols.
strip -s -o "$out/node" "$(readlink -f node_modules/.bin/node)"

node .toolchain/node_modules/pnpm/bin/pnpm.mjs --filter @pagecast/api deploy --prod --legacy "$out/product/api"
mv "$out/product/api/sandbox" "$out/sandbox"
rm -rf "$out/product/api/agents" "$out/product/api/docs" "$out/product/api/src/testing"

# Commands for operators import the packages of the API.
ln -s api/node_modules "$out/product/node_modules"
cp -R scripts "$out/product/scripts"
rm -rf "$out/product/scripts/torture" "$out/product/scripts/bench" "$out/product/scripts/testing"
for front in shell mf-*; do
  mkdir "$out/product/$front"
  cp -R "$front/dist" "$front/package.json" "$out/product/$front/"
done
cp package.json LICENSE "$out/product/"

# What only people and debuggers read.
find "$out/product" "$out/sandbox" -name '*.test.ts' -delete
find "$out/product/api/node_modules" -type f \
  \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.md' \) -delete
