import { readFileSync, writeFileSync } from 'node:fs';

/** Replaces this text in a file, and returns what puts it back. Throws where the file doesn't hold it exactly once. */
export function editOnce(file: string, from: string, to: string): () => void {
  const source = readFileSync(file, 'utf8');
  const places = source.split(from).length - 1;
  if (places !== 1) throw new Error(`${file} holds this ${places} times, and must once: ${from}`);
  writeFileSync(
    file,
    source.replace(from, () => to),
  );
  return () => {
    writeFileSync(file, source);
  };
}
