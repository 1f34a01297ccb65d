import { gzipSync } from 'node:zlib'

/** Members of a JSON-RPC call as JSON texts: names with their quotes, values as they are written. */
export type CallText = readonly (readonly [name: string, value: string])[]

export interface ChangeContext {
  readonly random: () => number
  /** Params of the same path that pass. */
  readonly harmlessParams: string
  /** An address that passes. */
  readonly harmless: string
}

export function textOf(call: CallText): string {
  return `{${call.map(([name, value]) => `${name}:${value}`).join(',')}}`
}

export function callText(id: number, method: string, params: unknown): CallText {
  return [
    ['"jsonrpc"', '"2.0"'],
    ['"id"', String(id)],
    ['"method"', JSON.stringify(method)],
    ['"params"', JSON.stringify(params)],
  ]
}

type CallChange = (call: CallText, context: ChangeContext) => CallText

const value = (name: string, change: (text: string, context: ChangeContext) => string): CallChange => {
  return (call, context) =>
    call.map(([each, text]) => (each === `"${name}"` ? [each, change(text, context)] : [each, text]))
}
const rename =
  (change: (name: string, context: ChangeContext) => string, of = /./): CallChange =>
  (call, context) =>
    call.map(([name, text]) => [of.test(name) ? change(name, context) : name, text])
const without =
  (name: string): CallChange =>
  (call) =>
    call.filter(([each]) => each !== `"${name}"`)
/** Adds a member with the name as it would be written in a duplicate. */
const twice =
  (name: string, written: string, decoy: (context: ChangeContext) => string, isFirst: boolean): CallChange =>
  (call, context) => {
    const member = [written, decoy(context)] as const
    return isFirst
      ? [member, ...call]
      : [...call.filter(([each]) => each !== name), ...call.filter(([each]) => each === name), member]
  }

const escaped = (text: string) =>
  [...text].map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
const pick = <T>(items: readonly T[], random: () => number): T => items[Math.floor(random() * items.length)] as T
/** Changes the case of some letters. */
const recased = (text: string, random: () => number) =>
  text.replace(/[a-z]/gi, (each) => (random() < 0.4 ? swapped(each) : each))
const swapped = (letter: string) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())
const inQuotes =
  (change: (inner: string, random: () => number) => string) =>
  (text: string, { random }: ChangeContext) =>
    `"${change(text.slice(1, -1), random)}"`

const decoyMethod = () => '"eth_chainId"'
const decoyParams = ({ harmlessParams }: ChangeContext) => harmlessParams
const empty = () => '[]'

/** Changes of what a call says, and of how it is written. */
export const callChanges: Readonly<Record<string, CallChange>> = {
  none: (call) => call,
  'method: any case': value('method', inQuotes(recased)),
  'method: upper case': value('method', (text) => text.toUpperCase()),
  'method: one escape': value(
    'method',
    inQuotes((inner) => `${escaped(inner.slice(0, 1))}${inner.slice(1)}`),
  ),
  'method: all escapes': value('method', inQuotes(escaped)),
  'method: blank after': value(
    'method',
    inQuotes((inner, random) => `${inner}${pick([' ', '\\n', '\\t', '\\u00a0', '\\u200b', '\\u0000'], random)}`),
  ),
  'method: blank before': value(
    'method',
    inQuotes((inner, random) => `${pick([' ', '\\n', '\\ufeff', '\\u0000'], random)}${inner}`),
  ),
  'method: letters that fold to ASCII': value(
    'method',
    inQuotes((inner) => inner.replace(/s/, '\u017f').replace(/[kK]/, '\u212a')),
  ),
  'method: in a list': value('method', (text) => `[${text}]`),
  'method: another separator': value('method', (text, { random }) =>
    text.replace('_', pick(['.', '/', '-', '__'], random)),
  ),
  'names: any case': rename((name, { random }) => recased(name, random)),
  'names: upper case': rename((name) => name.toUpperCase()),
  'names: escapes': rename((name) => `"${escaped(name.slice(1, -1))}"`),
  'names: method in another case only': rename(() => '"Method"', /method/),
  'names: params in another case only': rename(() => '"Params"', /params/),
  'order: any': (call, { random }) => call.toSorted(() => random() - 0.5),
  'order: reversed': (call) => call.toReversed(),
  'twice: harmless method first': twice('"method"', '"method"', decoyMethod, true),
  'twice: harmless method last': twice('"method"', '"method"', decoyMethod, false),
  'twice: harmless method first, by escapes': twice('"method"', `"${escaped('method')}"`, decoyMethod, true),
  'twice: harmless method last, by escapes': twice('"method"', `"m${escaped('e')}thod"`, decoyMethod, false),
  'twice: harmless method first, by case': twice('"method"', '"Method"', decoyMethod, true),
  'twice: harmless method last, by case': twice('"method"', '"METHOD"', decoyMethod, false),
  'twice: harmless params first': twice('"params"', '"params"', decoyParams, true),
  'twice: harmless params last': twice('"params"', '"params"', decoyParams, false),
  'twice: harmless params first, by escapes': twice('"params"', `"param${escaped('s')}"`, decoyParams, true),
  'twice: harmless params last, by case': twice('"params"', '"Params"', decoyParams, false),
  'twice: harmless params last, by a folding letter': twice('"params"', '"param\u017f"', decoyParams, false),
  'twice: empty params first': twice('"params"', '"params"', empty, true),
  'twice: empty params last': twice('"params"', '"params"', empty, false),
  'a prototype with the call': (call) => [...callText(1, 'eth_chainId', []), ['"__proto__"', textOf(call)]],
  'a call in place of the method': (call) => [...callText(1, '', []).slice(0, 2), ['"method"', textOf(call)]],
  'a call in place of the params, without a method': (call) => [
    ...callText(1, '', []).slice(0, 2),
    ['"params"', `[${textOf(call)}]`],
  ],
  'id: none': without('id'),
  'id: null': value('id', () => 'null'),
  'id: fraction': value('id', () => '1.5'),
  'id: large': value('id', () => '123456789012345678901234567890'),
  'id: object': value('id', () => '{"$oid":1}'),
  'jsonrpc: none': without('jsonrpc'),
  'jsonrpc: 1.0': value('jsonrpc', () => '"1.0"'),
  'jsonrpc: number': value('jsonrpc', () => '2.0'),
  'params: object of positions': value('params', (text) =>
    `{"0":${text.slice(1, -1)}}`.replace(/^\{"0":(.*),.*\}$/s, '{"0":$1}'),
  ),
  'params: first alone': value('params', (text) => text.slice(1, -1)),
  'params: in a list': value('params', (text) => `[${text}]`),
  'params: as text': value('params', (text) => JSON.stringify(text)),
  'params: one more': value('params', (text) => `${text.slice(0, -1)},"latest"]`),
  'params: harmless ones before': value(
    'params',
    (text, { harmlessParams }) => `[${harmlessParams.slice(1, -1)},${text.slice(1)}`,
  ),
  'hex: without 0x': value('params', (text) => text.replace(/(?<=")0x(?=[0-9a-f]{8})/g, '')),
  'hex: 0X': value('params', (text) => text.replaceAll('"0x', '"0X')),
  'hex: upper case': value('params', (text) =>
    text.replace(/0x[0-9a-f]{9,}/g, (hex) => `0x${hex.slice(2).toUpperCase()}`),
  ),
  'hex: any case': value('params', (text, { random }) =>
    text.replace(/0x[0-9a-f]{9,}/g, (hex) => `0x${recased(hex.slice(2), random)}`),
  ),
  'hex: odd': value('params', (text) => text.replace(/"0x(?=[0-9a-f]{9})/, '"0x0')),
  'hex: zero bytes before': value('params', (text) => text.replace(/"0x(?=[0-9a-f]{9})/, '"0x00')),
  'hex: bytes after': value('params', (text) => text.replace(/("0x[0-9a-f]{42,})"/, '$100"')),
  'hex: blanks': value('params', (text, { random }) =>
    text.replace(/"(0x[0-9a-f]{9,})"/, (_all, hex) =>
      pick([`" ${hex}"`, `"${hex} "`, `"${hex}\\n"`, `"\\u0000${hex}"`], random),
    ),
  ),
  'hex: digits by escapes': value('params', (text) =>
    text.replace(/(?<="0x)[0-9a-f]{9,}/g, (hex) => `${escaped(hex.slice(0, 4))}${hex.slice(4)}`),
  ),
  'numbers: large': value('params', (text) => text.replaceAll('"0x3b9aca00"', '123456789012345678901234567890')),
  'numbers: decimal': value('params', (text) => text.replaceAll('"0x3b9aca00"', '1000000000')),
  'numbers: exponent': value('params', (text) => text.replaceAll('"0x3b9aca00"', '1e9')),
  'inner: harmless duplicate first': value('params', (text, context) =>
    duplicated(text, context, (name) => name, true),
  ),
  'inner: harmless duplicate last': value('params', (text, context) =>
    duplicated(text, context, (name) => name, false),
  ),
  'inner: harmless duplicate first, by case': value('params', (text, context) =>
    duplicated(text, context, (name) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`, true),
  ),
  'inner: harmless duplicate last, by case': value('params', (text, context) =>
    duplicated(text, context, (name) => name.toUpperCase(), false),
  ),
  'inner: harmless duplicate first, by escapes': value('params', (text, context) =>
    duplicated(text, context, escaped, true),
  ),
  'inner: harmless duplicate last, by escapes': value('params', (text, context) =>
    duplicated(text, context, escaped, false),
  ),
  'inner: names in any case': value('params', (text, { random }) =>
    text.replace(/(?<!\\)"([a-zA-Z]+)":/g, (_all, name: string) => `"${recased(name, random)}":`),
  ),
  'inner: names by escapes': value('params', (text) =>
    text.replace(/(?<!\\)"([a-zA-Z]+)":/g, (_all, name: string) => `"${escaped(name)}":`),
  ),
  'inner: unknown members': value('params', (text, { harmless }) =>
    text.replaceAll('{"', `{"recipient":"${harmless}","tx_to":"${harmless}","`),
  ),
  'inner: deep': value('params', (text) => `${'['.repeat(200)}${text}${']'.repeat(200)}`),
}

/** Adds a harmless value under the name of a member, before all members of an object or after them. */
function duplicated(
  text: string,
  { random, harmless }: ChangeContext,
  written: (name: string) => string,
  isFirst: boolean,
): string {
  const names = [...text.matchAll(/(?<!\\)"([a-zA-Z]+)":/g)].map(([, name = '']) => name)
  if (names.length === 0) return text
  const usual = names.filter((name) =>
    /^(?:to|tx|txs|data|input|spender|calls|callData|body|message|from|sender)$/.test(name),
  )
  const name = pick(usual.length > 0 ? usual : names, random)
  const member = `"${written(name)}":${pick([`"${harmless}"`, `"${harmless}"`, '"0x"', '[]', 'null'], random)}`
  if (isFirst) return text.replace(new RegExp(`(?<!\\\\)"${name}":`), (found) => `${member},${found}`)
  const ends = [...text.matchAll(/(?<!\\)\}/g)].map(({ index }) => index)
  const end = pick(ends, random)
  return `${text.slice(0, end)},${member}${text.slice(end)}`
}

type BodyChange = (text: string, context: ChangeContext) => string | Uint8Array

const passing = (id: number) => textOf(callText(id, 'eth_blockNumber', []))
/** A batch with the call at any place. */
const batchOf =
  (size: number): BodyChange =>
  (text, { random }) => {
    const calls = Array.from({ length: size - 1 }, (_, index) => passing(1_000_000 + index))
    return `[${calls.toSpliced(Math.floor(random() * size), 0, text).join(',')}]`
  }

/** Changes of the body. */
export const bodyChanges: Readonly<Record<string, BodyChange>> = {
  none: (text) => text,
  'batch of 1': batchOf(1),
  'batch of 3': batchOf(3),
  'batch of 40': batchOf(40),
  'batch of 1000': batchOf(1000),
  'batch of 1001': batchOf(1001),
  'batch of the same call': (text) => `[${Array(30).fill(text).join(',')}]`,
  'batch with what is no call': (text) => `[1,null,"eth_chainId",[],{},${text},${passing(7)}]`,
  'batch in a batch': (text) => `[[${text}]]`,
  'batch deep in batches': (text) => `[${passing(7)},${'['.repeat(50)}${text}${']'.repeat(50)}]`,
  'batch very deep in batches': (text) => `${'['.repeat(20_000)}${text}${']'.repeat(20_000)}`,
  'batch in an object': (text) => `{"0":${text},"length":1}`,
  'batch of a large member and the call': (text) =>
    `[${textOf(callText(7, 'eth_call', [{ data: `0x${'00'.repeat(200_000)}` }]))},${text}]`,
  'BOM before': (text) => `\ufeff${text}`,
  'comment before': (text) => `/* eth_chainId */${text}`,
  'comment inside': (text) => text.replace(',', ',/*,*/'),
  'line comment': (text) => `// eth_chainId\n${text}`,
  'comma after the last member': (text) => `${text.slice(0, -1)},}`,
  'comma after the last item': (text) => `[${text},]`,
  'comma before': (text) => `[,${text}]`,
  'blanks everywhere': (text) => ` \n\t\r${text.replaceAll(',"', ' ,\r\n\t "')}\n\n`,
  'blanks that JSON has not': (text) => `\u00a0\f\v${text}`,
  'zero byte before': (text) => `\0${text}`,
  'zero byte after': (text) => `${text}\0`,
  'second value: harmless first': (text) => `${passing(7)}${text}`,
  'second value: harmless last': (text) => `${text}${passing(7)}`,
  'second value: lines, harmless first': (text) => `${passing(7)}\n${text}\n`,
  'second value: lines, harmless last': (text) => `${text}\n${passing(7)}\n`,
  'second value: batches': (text) => `[${passing(7)}][${text}]`,
  'closing bracket after': (text) => `${text}]`,
  'opening bracket lost': (text) => `${passing(7)},${text}]`,
  'cut off': (text) => text.slice(0, -1),
  'single quotes': (text) => text.replaceAll('"', "'"),
  'names without quotes': (text) => text.replace(/"(jsonrpc|id|method|params)":/g, '$1:'),
  'as a text': (text) => JSON.stringify(text),
  'as a form': (text) => `payload=${encodeURIComponent(text)}`,
  'as form text': (text) => `${text.slice(0, -1)},"x":"="}`,
  'prefix against hijacking': (text) => `)]}',\n${text}`,
  'event stream': (text) => `data: ${text}\n\n`,
  'UTF-16LE': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'UTF-16LE without mark': (text) => Buffer.from(text, 'utf16le'),
  'overlong UTF-8': (text) => Buffer.from(text.replace('"', '\xc0\xa2'), 'latin1'),
  'bytes that are not UTF-8': (text) =>
    Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0x2c, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])]),
  'lone surrogate': (text) => `${text.slice(0, -1)},"\\ud800":1}`,
  gzip: (text) => gzipSync(text),
}
