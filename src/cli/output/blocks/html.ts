import { verdictTone } from '../../../api/verdict.ts'
import { oneLineWithHidden } from '../../../shared/text/one-line.ts'
import type { ListItem, Section } from './blocks.ts'
import { type DocumentPage, EXACT, type PageBlock, pageBlocks } from './page.ts'

/** One page without scripts and without anything from elsewhere, for screens, dark ones too, and paper. */
export function htmlOf(page: DocumentPage): string {
  const { title, verdict, score, actions, headline, sections, footer } = page
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<header class="${verdictTone(verdict)}">
<p class="verdict"><strong>${escaped(verdict)}</strong> <span>${escaped(score)}</span></p>
<h1>${actions.length === 0 ? escaped(headline) : actions.map(escaped).join('<br>')}</h1>
${actions.length === 0 ? '' : `<p>${escaped(headline)}</p>\n`}</header>
${sections.map(sectionHtml).join('\n')}
<footer>${footer.map((line) => `<p>${escaped(line)}</p>`).join('\n')}</footer>
</main>
</body>
</html>
`
}

function sectionHtml({ heading = '', note, blocks }: Section): string {
  const beside = note === undefined ? '' : ` <small>${escaped(note)}</small>`
  return [
    '<section>',
    `<h2>${escaped(heading)}${beside}</h2>`,
    ...blocks.flatMap(pageBlocks).map(blockHtml),
    '</section>',
  ].join('\n')
}

function blockHtml(block: PageBlock): string {
  switch (block.kind) {
    case 'text':
      return `<p>${marked(block.text)}</p>`
    case 'lines':
      return `<pre>${block.lines.map(escaped).join('\n')}</pre>`
    case 'list':
      return `<ul>\n${block.items.map(itemHtml).join('\n')}\n</ul>`
    case 'rows': {
      const head = block.head.map((cell) => `<th scope="col">${escaped(cell)}</th>`).join('')
      const rows = block.rows.map((row) => `<tr>${row.map((cell) => `<td>${marked(cell)}</td>`).join('')}</tr>`)
      return `<div class="wide"><table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${rows.join('\n')}\n</tbody></table></div>`
    }
  }
}

function itemHtml({ text, note = '' }: ListItem): string {
  return `<li>${marked(text)}${note === '' ? '' : `<br>${marked(note)}`}</li>`
}

function marked(text: string): string {
  return escaped(text).replace(EXACT, '<code>$&</code>')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Spaces at the start of a line stay: they indent calls. */
function escaped(text: string): string {
  const indent = /^ */.exec(text)?.[0] ?? ''
  return `${indent}${oneLineWithHidden(text.slice(indent.length))}`.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')
}

const STYLE = `
:root{color-scheme:light dark;--text:#1c1e21;--dim:#5a6068;--line:#d5d9de;--page:#fff;--soft:#f5f6f8;--good:#116329;--warn:#7a4a00;--bad:#a40e26}
@media(prefers-color-scheme:dark){:root{--text:#e6e8eb;--dim:#a2a9b2;--line:#3a4048;--page:#15181c;--soft:#1e2228;--good:#6fdd8b;--warn:#f0b849;--bad:#ff8a8a}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:1.5rem 1rem 3rem}
h1{font-size:1.35rem;line-height:1.3;margin:.5rem 0;overflow-wrap:anywhere}
h2{font-size:1.05rem;margin:2rem 0 .5rem}
h2 small{font-weight:400;color:var(--dim)}
header{border-left:.4rem solid;padding:.25rem 0 .25rem 1rem}
header p{margin:.25rem 0;color:var(--text);overflow-wrap:anywhere}
.verdict strong{font-size:1.5rem;letter-spacing:.02em}
.good{border-color:var(--good)}.good strong{color:var(--good)}
.warn{border-color:var(--warn)}.warn strong{color:var(--warn)}
.bad{border-color:var(--bad)}.bad strong{color:var(--bad)}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.35rem .75rem .35rem 0;border-bottom:1px solid var(--line);overflow-wrap:break-word}
th{color:var(--dim);font-weight:600;font-size:.85rem}
code,pre{font:.86rem/1.45 ui-monospace,monospace;overflow-wrap:anywhere}
pre{background:var(--soft);padding:.75rem;white-space:pre-wrap;margin:.5rem 0}
.wide{overflow-x:auto}
footer{margin-top:2.5rem;border-top:1px solid var(--line);color:var(--dim);font-size:.86rem;overflow-wrap:anywhere}
@media print{:root{color-scheme:light;--text:#000;--dim:#333;--line:#999;--page:#fff;--soft:#fff;--good:#000;--warn:#000;--bad:#000}
main{max-width:none;padding:0}section{break-inside:avoid-page}pre{border:1px solid #999}}
`
