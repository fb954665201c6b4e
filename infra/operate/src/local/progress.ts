/** Prints `[3/7] what … 2.1 s`; a failure of the work passes through. */
export async function step<Result>(
  number: number,
  of: number,
  what: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const started = Date.now();
  const seconds = () => ((Date.now() - started) / 1_000).toFixed(1);
  const line = `[${number}/${of}] ${what} …`;
  process.stdout.write(line);
  const live = process.stdout.isTTY
    ? setInterval(() => process.stdout.write(`\r${line} ${seconds()} s`), 500)
    : undefined;
  try {
    const result = await work();
    process.stdout.write(`${live ? `\r${line}` : ''} ${seconds()} s\n`);
    return result;
  } catch (error) {
    process.stdout.write(`${live ? `\r${line}` : ''} failed after ${seconds()} s\n`);
    throw error;
  } finally {
    clearInterval(live);
  }
}
