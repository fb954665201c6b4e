import { sizes } from '../../config/timings';
import { cellsOf, dropsFor, sky } from './drops';

/** Messages from the page to the worker. */
export type SkyOrder =
  | { do: 'start'; canvas: OffscreenCanvas; width: number; height: number; lamp: string }
  | { do: 'resize'; width: number; height: number }
  /** Keep drawing; let the drops fade out, then stop; stop at once; or draw one still picture. */
  | { do: 'run' | 'fade' | 'stop' | 'still' };

interface Dot {
  x: number;
  y: number;
  size: number;
  speed: number;
}
interface Drop {
  x: number;
  y: number;
  speed: number;
  sprite: OffscreenCanvas;
}

let context: OffscreenCanvasRenderingContext2D | null = null;
let dots: Dot[] = [];
let drops: Drop[] = [];
/** Opacity of the drops, 0 to 1. */
let strength = 1;
let fading = false;
let timer: ReturnType<typeof setInterval> | undefined;
const fadeFrames = 2 * sky.framesPerSecond;
let glow: OffscreenCanvas;
const bytes = Array.from({ length: 12 }, () => drawByte(1 + Math.floor(Math.random() * 255)));

onmessage = ({ data }: MessageEvent<SkyOrder>) => {
  switch (data.do) {
    case 'start':
      context = data.canvas.getContext('2d');
      glow = drawGlow(data.lamp);
      resize(data.width, data.height);
      break;
    case 'resize':
      resize(data.width, data.height);
      draw(0);
      break;
    case 'run':
      fading = false;
      strength = 1;
      timer ??= setInterval(tick, 1_000 / sky.framesPerSecond);
      break;
    case 'fade':
      fading = true;
      break;
    case 'stop':
      stop();
      break;
    case 'still':
      stop();
      strength = 1;
      draw(0);
  }
};

function tick() {
  if (fading) strength = Math.max(0, strength - 1 / fadeFrames);
  draw(1 / sky.framesPerSecond);
  if (strength === 0) stop();
}

function stop() {
  clearInterval(timer);
  timer = undefined;
}

function resize(width: number, height: number) {
  if (!context) return;
  context.canvas.width = width;
  context.canvas.height = height;
  const { wide, narrow, leastPx, mostPx, leastSpeed, mostSpeed } = sky.dots;
  dots = Array.from({ length: width < sizes.rainFromPx ? narrow : wide }, () => ({
    x: Math.random() * width,
    y: Math.random() * height,
    size: between(leastPx, mostPx),
    speed: between(leastSpeed, mostSpeed),
  }));
  drops = Array.from({ length: dropsFor(width, height) }, () => ({
    x: Math.round(Math.random() * width),
    y: Math.random() * height,
    speed: between(sky.drops.leastSpeed, sky.drops.mostSpeed),
    sprite: bytes[Math.floor(Math.random() * bytes.length)] ?? drawByte(255),
  }));
}

function draw(seconds: number) {
  if (!context) return;
  const { width, height } = context.canvas;
  context.clearRect(0, 0, width, height);
  context.globalAlpha = 1;
  for (const dot of dots) {
    dot.y -= dot.speed * seconds;
    if (dot.y < -dot.size) dot.y = height + dot.size;
    context.drawImage(glow, dot.x, dot.y, dot.size, dot.size);
  }
  if (strength === 0) return;
  context.globalAlpha = strength;
  for (const drop of drops) {
    drop.y += drop.speed * seconds;
    if (drop.y > height) {
      drop.y = -sky.drops.cells * sky.drops.pitchPx;
      drop.x = Math.round(Math.random() * width);
    }
    context.drawImage(drop.sprite, drop.x, Math.round(drop.y));
  }
}

function drawGlow(lamp: string): OffscreenCanvas {
  const sprite = new OffscreenCanvas(64, 64);
  const brush = sprite.getContext('2d');
  if (brush) {
    const light = brush.createRadialGradient(32, 32, 0, 32, 32, 32);
    light.addColorStop(0, `rgb(0 0 0 / ${sky.dots.alpha})`);
    light.addColorStop(1, 'rgb(0 0 0 / 0)');
    brush.fillStyle = lamp;
    brush.fillRect(0, 0, 64, 64);
    // Keeps of the colour as much as the light covers, whatever form the style sheet gives the colour.
    brush.globalCompositeOperation = 'destination-in';
    brush.fillStyle = light;
    brush.fillRect(0, 0, 64, 64);
  }
  return sprite;
}

function drawByte(byte: number): OffscreenCanvas {
  const { cells, pitchPx } = sky.drops;
  const sprite = new OffscreenCanvas(1, cells * pitchPx);
  const brush = sprite.getContext('2d');
  if (brush) {
    for (const { cell, alpha } of cellsOf(byte)) {
      brush.fillStyle = `rgb(186 198 190 / ${alpha.toFixed(2)})`;
      brush.fillRect(0, (cells - 1 - cell) * pitchPx, 1, pitchPx - 1);
    }
  }
  return sprite;
}

function between(least: number, most: number): number {
  return least + Math.random() * (most - least);
}
