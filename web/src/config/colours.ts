import { type Colours, tokensOf } from '@voordeur/contracts/http';

/** The style sheet that puts these colours over tokens.css; empty while they are those of tokens.css. */
export function colourSheet(colours: Colours | null | undefined): string {
  const tokens = Object.entries(tokensOf(colours)).map(([name, value]) => `--color-${name}:${value}`);
  return tokens.length === 0 ? '' : `:root{${tokens.join(';')}}`;
}

/** Where the pages' own folder has it. */
export const colourFile = 'colours.css';
