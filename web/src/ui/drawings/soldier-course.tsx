/** Bricks on end above an opening, leaning outward, in three tones. */
const tones = ['#2a1d17', '#241914', '#2e1f18'];

interface Props {
  x: number;
  y: number;
  width: number;
  tall: number;
}

export function SoldierCourse({ x, y, width, tall }: Props) {
  const count = Math.round(width / 11);
  const step = width / count;
  return tones.map((fill, tone) => {
    const path = Array.from({ length: count }, (_, index) => index)
      .filter((index) => index % tones.length === tone)
      .map((index) => {
        const lean = ((count - 1) / 2 - index) * 0.32;
        const brick = (step - 1.8).toFixed(1);
        return `M${(x + index * step - lean).toFixed(1)} ${y}h${brick}l${lean.toFixed(1)} ${tall}h-${brick}z`;
      })
      .join('');
    return <path key={fill} d={path} fill={fill} />;
  });
}
