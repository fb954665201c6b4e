#!/usr/bin/env bash
# npm run check:words: words and phrases of words-to-avoid.txt in code, comments, docs and the English catalogue.
set -euo pipefail

# Not in Dutch, in what others wrote, in generated files and in the list itself.
skipped=('*/nl.*' '*/nl/*' '*LICENSE*' '*THIRD-PARTY-NOTICES.md' '*package-lock.json' '*openapi.json' '*words-to-avoid.txt' '*.svg' '*.vtt')
if git grep -niwIE -f <(grep -v '^#' infra/local/words-to-avoid.txt) -- . "${skipped[@]/#/:!}"; then
  echo 'Rewrite these in the words an English-speaking engineer would use (CONTRIBUTING.md).'
  exit 1
fi
