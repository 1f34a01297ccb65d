export interface ReadMail {
  /** Unfolded, without headers that differ in each run. */
  readonly headers: readonly string[]
  readonly text: string
  readonly html: string
}

/** A mail of two parts, text and HTML, as a mail program reads it. */
export function readMail(source = ''): ReadMail {
  const [head, body] = halves(source)
  const [, boundary = ''] = /boundary="([^"]+)"/.exec(head) ?? []
  const parts = body.split(`--${boundary}`).map((part) => halves(part.replace(/^\r\n/, '')))
  const ofType = (type: string) => decode(...(parts.find(([headers]) => headers.includes(type)) ?? ['', '']))
  return {
    headers: unfold(head)
      .split('\r\n')
      .map((line) => decodeWords(line.replace(boundary, '…'))),
    text: ofType('text/plain'),
    html: ofType('text/html'),
  }
}

function halves(text: string): [head: string, body: string] {
  const at = text.indexOf('\r\n\r\n')
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 4)]
}

function unfold(head: string): string {
  return head.replaceAll(/\r\n\s+/g, ' ')
}

/** RFC 2047; whitespace between two encoded words is not part of the text. */
function decodeWords(line: string): string {
  return line
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/((?:=\?UTF-8\?[QB]\?[^?]*\?=)+)/gi, (words) =>
      Buffer.concat([...words.matchAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi)].map(bytesOf)).toString('utf8'),
    )
}

function bytesOf([, form = '', text = '']: RegExpExecArray): Buffer {
  return form.toUpperCase() === 'B' ? Buffer.from(text, 'base64') : unquote(text.replaceAll('_', ' '))
}

function unquote(text: string): Buffer {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1')
}

function decode(head: string, body: string): string {
  const [, encoding = ''] = /Content-Transfer-Encoding: (\S+)/i.exec(head) ?? []
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return body
  return unquote(body.replaceAll('=\r\n', '')).toString('utf8')
}
