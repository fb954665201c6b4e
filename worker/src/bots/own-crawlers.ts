/**
 * Crawlers that the maintained list lacks, or has in another class. A pattern matches the name that the bot gets, wherever
 * in an agent it is: behind a Chrome's too.
 */
const aiRobots = [
  // An assistant that fetches a page for somebody who asked it: ChatGPT-User, Kimi-User, Manus-User.
  /\b[A-Z]\w{1,30}-User\b/,
  /\b(?:Andi|bedrock|Doubao|Exa|Grok|Kimi|Liner|Lumo|Qwen|WRTN|xAI-|You)Bot\b/i,
  /\bDiffbot\b|\bCrawl4AI\b|\bFirecrawl(?:Agent)?\b|\bmeta-external(?:agent|fetcher)\b|\bGoogle-Agent\b/i,
  /\bAgent-NovaAct\b|\bComet-Agent\b|\bSkyvern\b|\bbrowser-use\b|\bAi2Bot-\w{1,20}/i,
  /\bCursor(?=\/\d)/,
];

const others = [
  // Office fetches the target of a link in a document or mail before the browser does.
  /^Microsoft Office(?: [A-Z][a-z]{1,20})?(?=\/\d)/,
  /\bms-office(?=; ?MSOffice)/i,
  /\bMicrosoft Outlook(?= \d)/,
  /\bSitebulb\b/,
  /\bProofpoint\b/,
  /\bPalo Alto Networks\b/,
];

export const ownCrawlers = [
  ...aiRobots.map((pattern) => ({ pattern, tags: ['ai-crawler'] })),
  ...others.map((pattern) => ({ pattern, tags: ['other'] })),
];
