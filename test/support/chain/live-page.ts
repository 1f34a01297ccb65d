import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, onTestFinished } from 'vitest'
import { type Cli, makeCli } from '../cli.ts'
import { freePort } from '../free-port.ts'
import { startAnvil } from './anvil.ts'

const NODE = '127.0.0.1:8545'
const RECEIVER = '127.0.0.1:9797'

interface Block {
  readonly language: string
  readonly text: string
}

/** Fenced blocks in their order. */
function blocksOf(page: string): Block[] {
  return [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({ language, text }))
}

/** Ids, hashes, secrets and ages differ from run to run. */
function withoutChance(text: string): string {
  return text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>')
    .replace(/0x[0-9a-f]{2,}…[0-9a-f]*/gi, '<short>')
    .replace(/\b(?:just now|in \d+ \w+|\d+ \w+ ago)\b/g, '<when>')
    .replace(/\b[0-9a-f]{8}\b/g, '<id>')
    .replace(/ +/g, ' ')
    .replace(/ $/gm, '')
    .trim()
}

/** The receiver of the page, as a process; `lines` ends with what it printed last. */
async function startReceiver(port: number): Promise<{ next(): Promise<string> }> {
  const child = spawn(process.execPath, ['examples/monitoring/receiver.mjs', String(port)])
  onTestFinished(() => void child.kill())
  let text = ''
  let taken = 0
  let changed = Promise.withResolvers<void>()
  child.stdout.setEncoding('utf8').on('data', (some: string) => {
    text += some
    changed.resolve()
    changed = Promise.withResolvers()
  })
  const next = async () => {
    while (text.split('\n').length - 1 <= taken) await changed.promise
    taken += 1
    return text.split('\n')[taken - 1] ?? ''
  }
  expect(await next()).toBe('waiting for messages')
  return { next }
}

/** `NAME=value npx txwarden serve …`, in this process. */
async function serveLine(cli: Cli, line: string, host: string): Promise<void> {
  const [variable = '', , ...argv] = line
    .replaceAll(NODE, host)
    .split(' ')
    .filter((word) => word !== 'npx')
  const [name = '', url = ''] = variable.split('=')
  await serve(cli, { [name]: url }, argv)
}

/** Runs a `serve` until the test ends. Resolves when it listens. */
export async function serve(cli: Cli, env: Record<string, string>, argv: readonly string[]): Promise<void> {
  const stop = new AbortController()
  const listening = Promise.withResolvers<void>()
  const serving = cli([...argv, '--port', '0'], {
    env,
    signal: stop.signal,
    onStdout: () => listening.resolve(),
  })
  onTestFinished(async () => {
    stop.abort()
    expect((await serving).code).toBe(0)
  })
  await listening.promise
}

async function curl(line: string, host: string): Promise<void> {
  const [, url = '', body = ''] = /^curl -s (\S+) --json '(.*)'$/.exec(line.replaceAll(NODE, host)) ?? []
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  expect(await answer.json()).not.toHaveProperty('error')
}

/**
 * Does what a page says, and compares what it shows: commands of `sh` blocks, sessions, and messages that a receiver prints.
 * @param from the first line of the section that is run; absent: all of the page
 */
export async function expectLive(file: string, { from = '', chainId = 1 } = {}): Promise<void> {
  const page = readFileSync(file, 'utf8')
  const start = page.indexOf(from)
  const end = from === '' ? undefined : page.indexOf('\n## ', start + 1)
  await using node = await startAnvil({ chainId })
  const host = new URL(node.url).host
  const port = await freePort()
  const receiver = await startReceiver(port)
  const cli = makeCli()
  cli.clock.step(Date.now() - cli.clock.now())
  // A retraction waits for time to pass.
  const passing = setInterval(() => cli.clock.advance(Math.max(0, Date.now() - cli.clock.now())), 100)
  onTestFinished(() => clearInterval(passing))
  /** Of a line that begins with a prompt or with npx. */
  const argvOf = (line: string) => line.replaceAll(RECEIVER, `127.0.0.1:${port}`).split(' ').slice(2)
  let updated = page
  for (const { language, text } of blocksOf(page.slice(start, end))) {
    const lines = text.split('\n')
    let shown = ''
    if (language === 'sh')
      for (const line of lines) {
        if (line.includes('txwarden serve')) {
          await serveLine(cli, line, host)
          await isFollowed(cli)
        } else if (line.startsWith('curl ')) {
          await curl(line, host)
          await isFollowed(cli, Number(await node.rpc('eth_blockNumber')))
        } else if (line.startsWith('npx txwarden ')) expect(await cli(argvOf(line))).toMatchObject({ code: 0 })
      }
    const fenced = (content: string) => `\`\`\`${language}\n${content}\`\`\``
    if (language === 'sh') continue
    if (language === 'text') shown = `${await receiver.next()}\n`
    else {
      for (const line of lines.filter((each) => each.startsWith('$ txwarden '))) {
        const { stdout, stderr } = await cli(argvOf(line), { tty: true, columns: 100 })
        shown += `${line}\n${stdout}${stderr}`
          .replaceAll(`127.0.0.1:${port}`, RECEIVER)
          .replace(/whsec_\S+/g, 'whsec_…')
      }
    }
    if (process.env.UPDATE_DOCS) updated = updated.replace(fenced(text), () => fenced(shown.replace(/[ \t]+$/gm, '')))
    else expect(withoutChance(shown)).toBe(withoutChance(text))
  }
  if (process.env.UPDATE_DOCS) writeFileSync(file, updated)
}

/** Blocks are read up to this one, and those that are made from now on. */
export async function isFollowed(cli: Cli, tip = 0): Promise<void> {
  await expect
    .poll(async () => ((await cli.json(['chain', 'status'])) as { content: object[] }).content)
    .toMatchObject([{ state: 'AT_HEAD', tip }])
}
