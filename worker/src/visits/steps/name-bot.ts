export function nameBot(agent: string): { botClass: any; name: string } {
  return { botClass: 'other', name: 'Unknown' };
}
