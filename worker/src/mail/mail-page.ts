import { type Html, markup } from '@voordeur/server';
import { colours } from './colours.js';

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

interface MailPage {
  lang: string;
  product: string;
  heading: string;
  blocks: Html[];
}

/** The page around a mail's blocks. Styles are on the elements, because mail programs ignore any others. */
export function mailPage({ lang, product, heading, blocks }: MailPage): string {
  return markup`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${heading}</title>
</head>
<body style="margin:0;padding:24px 12px;background:#f3efe6;${font}">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 12px;font-size:15px;font-weight:700;color:${colours.accent}">${product}</p>
<div style="padding:28px 24px;border-radius:10px;background:#ffffff;color:#1b1307;font-size:16px;line-height:1.55">
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25">${heading}</h1>
${blocks}
</div>
</div>
</body>
</html>
`.source;
}

export function paragraph(text: string | Html): Html {
  return markup`<p style="margin:0 0 16px">${text}</p>`;
}

export function note(text: string | Html): Html {
  return markup`<p style="margin:0 0 12px;font-size:14px;color:#5b554a">${text}</p>`;
}

const buttonStyle = `display:inline-block;padding:13px 22px;border-radius:6px;background:${colours.button};color:${colours.onButton};font-weight:700;text-decoration:none`;

export function button(label: string, url: string): Html {
  return markup`<p style="margin:24px 0"><a href="${url}" style="${buttonStyle}">${label}</a></p>`;
}

export function link(label: string, url: string): Html {
  return markup`<a href="${url}" style="color:${colours.accent};word-break:break-all">${label}</a>`;
}
