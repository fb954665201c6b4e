// `make check`: each quick part with its seconds, and what a failing one said. Plain JavaScript, because it must
// run where the TypeScript does not compile. Two at a time: the small ones hide behind lint and types.
import { spawn } from 'node:child_process';

const waiting = ['lint', 'types', 'format', 'unused', 'imports', 'words'].map((name) => `check:${name}`);
waiting.push('test:unit');
let failed = 0;

async function work() {
  for (let part = waiting.shift(); part; part = waiting.shift()) {
    const started = Date.now();
    const { code, output } = await run(part);
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    console.log(
      `${code === 0 ? 'passed' : 'FAILED'}  ${part.replace(/.*:/, '').padEnd(8)} ${seconds.padStart(5)} s`,
    );
    if (code !== 0) {
      failed += 1;
      console.log(output.trimEnd().replace(/^/gm, '  '));
    }
  }
}

function run(script) {
  return new Promise((done) => {
    const child = spawn('npm', ['run', '--silent', script], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (text) => (output += text));
    child.stderr.on('data', (text) => (output += text));
    child.once('close', (code) => done({ code, output }));
  });
}

await Promise.all([work(), work()]);
process.exitCode = failed === 0 ? 0 : 1;
