import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openService } from '../src/service/index.ts'
import { firstSentenceCases, ME, type SentenceCase } from './first-sentences/index.ts'
import { freshDatabase } from './support/fresh-database.ts'
import { defaults } from './support/open-service.ts'
import { send } from './support/requests.ts'

/** What a verdict says first about ordinary calls and messages. `UPDATE_GOLDEN=1` writes the file; a person reads each change of it. */
const FILE = new URL('golden/first-sentences.txt', import.meta.url)

const folder = mkdtempSync(join(tmpdir(), 'txwarden-sentences-'))
const service = await openService({ ...defaults(), ...(await freshDatabase(folder)) })
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

async function actionsOf(each: SentenceCase): Promise<readonly string[]> {
  const [path, body] =
    'typedData' in each
      ? ['/ext/v1/typed-data/validate', { from: ME, typedData: each.typedData }]
      : ['/api/v2/transaction/validate', { trackNonce: false, transaction: transactionOf(each) }]
  return (await send(service, 'POST', path, body)).explanation.actions
}

function transactionOf({ chainId, to, value, data, authorizations }: Exclude<SentenceCase, { typedData: unknown }>) {
  return { from: ME, chainId, to, value: String(value), data, ...(authorizations && { authorizations }) }
}

async function goldenText(): Promise<string> {
  const blocks: string[] = []
  const texts = await Promise.all(firstSentenceCases.map(actionsOf))
  for (const [index, each] of firstSentenceCases.entries()) {
    if (each.protocol !== firstSentenceCases[index - 1]?.protocol) blocks.push(`\n# ${each.protocol}\n`)
    const [first, ...more] = texts[index] ?? []
    blocks.push([each.title, `  ${first}`, ...more.map((text) => `  + ${text}`)].join('\n'))
  }
  return `${blocks.join('\n').trim()}\n`
}

test('each ordinary call and message has the first sentence of the golden file', async () => {
  const written = await goldenText()
  if (process.env.UPDATE_GOLDEN) writeFileSync(FILE, written)
  expect(written).toBe(readFileSync(FILE, 'utf8'))
})

test('the file has 200 kinds of calls and 20 messages, each once', () => {
  const titles = firstSentenceCases.map(({ protocol, title }) => `${protocol}: ${title}`)
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([])
  const messages = firstSentenceCases.filter((each) => 'typedData' in each)
  expect(messages.length).toBeGreaterThanOrEqual(20)
  expect(firstSentenceCases.length - messages.length).toBeGreaterThanOrEqual(200)
})
