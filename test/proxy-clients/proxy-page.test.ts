import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished } from 'vitest'
import { SHELL_COMMAND } from '../support/built-program.ts'
import { startAnvil } from '../support/chain/anvil.ts'
import { makeCli } from '../support/cli.ts'
import { needs, TOOLS } from '../support/needs.ts'
import { ProxyProcess } from '../support/proxy/proxy-process.ts'

const NODE = '127.0.0.1:8545'
const PROXY = '127.0.0.1:8645'
const SENDER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
/** Listed by the built-in data. */
const SCAM = '0x7E571205cDD004f106BBC6F1083df3D562f4C313'
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/

/** Ids, hashes and times differ from run to run. */
function withoutChance(shown: string): string {
  return (
    shown
      .replace(new RegExp(ID, 'g'), '<id>')
      .replace(/0x[0-9a-f]{64}\b/g, '<hash>')
      .replace(/"maxCost":"\d+"/g, '<cost>')
      // As short as the ages beside it let it be.
      .replace(/0x[0-9a-f]{2,}…[0-9a-f]*/gi, '<short>')
      .replace(/\b(?:just now|in \d+ \w+|\d+ \w+ ago)\b/g, '<when>')
      .replace(/…[0-9a-f]{10}$/gm, '…<id>')
      .replace(/ +/g, ' ')
      // How much room the time leaves for the sentence is chance.
      .replace(/(<when> .{20}).*… …<id>/g, '$1… …<id>')
      .replace(/ $/gm, '')
      .trim()
  )
}

/** Runs a line in a shell, where `npx txwarden` is the built program. Both streams in one, as on a screen. */
async function inShell(line: string, env: Readonly<Record<string, string>>): Promise<string> {
  const script = `txwarden() { ${SHELL_COMMAND} "$@"; }\nnpx() { "$@"; }\n{ ${line}; } 2>&1`
  const child = spawn('bash', ['-c', script], {
    env: { PATH: `${TOOLS}:${process.env.PATH}`, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return text(child.stdout)
}

const { test } = needs('anvil', 'cast', 'bash')

/** Runs the sessions of a page, and the proxy that one of its blocks starts. */
async function expectShown(page: string): Promise<void> {
  const before = readFileSync(page, 'utf8')
  await using node = await startAnvil()
  const cli = makeCli()
  let proxy: ProxyProcess | undefined
  let lastHold = ''
  const released = async () => (await cli(['hold', 'list', '--state', 'released', '--json'])).stdout
  const shownFor = async (line: string): Promise<string> => {
    if (/^npx txwarden (?!proxy)/.test(line)) {
      cli.clock.step(Date.now() - cli.clock.now())
      // The proxy reports what was sent after its answer.
      await expect.poll(released).toContain('"totalElements": 0')
      const { stdout, stderr } = await cli(line.split(' ').slice(2), { tty: true, columns: 100 })
      return stdout + stderr
    }
    const env = { HOME: cli.home, TXWARDEN_HOME: cli.home, TXWARDEN_UPSTREAM: node.url, ETH_RPC_URL: proxy?.url ?? '' }
    const shown = await inShell(line.replaceAll(NODE, new URL(node.url).host), env)
    lastHold = /"holdId":"([^"]+)"/.exec(shown)?.[1] ?? lastHold
    return shown
  }
  let updated = before
  try {
    for (const [, language = '', block = ''] of before.matchAll(/^```(sh|console)\n([\s\S]*?)^```$/gm)) {
      if (language === 'sh') {
        const [, flags] = /^npx txwarden proxy (.*) &$/m.exec(block) ?? []
        if (flags !== undefined)
          proxy = await ProxyProcess.start(flags.split(' '), { upstream: node.url, home: cli.home })
        continue
      }
      let shown = ''
      for (const prompt of block.split('\n').filter((line) => line.startsWith('$ '))) {
        const line = prompt.replace(ID, () => lastHold)
        shown += `${line}\n${await shownFor(line.slice(2))}`
      }
      shown = shown.replaceAll(new URL(node.url).host, NODE).replaceAll(new URL(proxy?.url ?? node.url).host, PROXY)
      const fenced = (content: string) => `\`\`\`console\n${content}\`\`\``
      if (process.env.UPDATE_DOCS)
        updated = updated.replace(fenced(block), () => fenced(shown.replace(/[ \t]+$/gm, '')))
      else expect(withoutChance(shown)).toBe(withoutChance(block))
    }
  } finally {
    await proxy?.end()
  }
  if (process.env.UPDATE_DOCS) writeFileSync(page, updated)
}

test('docs/proxy.md shows what happens', () => expectShown('docs/proxy.md'))

test('docs/proxy.md: another person approves, with another key', async () => {
  await using node = await startAnvil()
  const [service, signer, approver] = [makeCli(), makeCli({ withDatabase: false }), makeCli({ withDatabase: false })]
  service.clock.step(Date.now() - service.clock.now())
  const stop = new AbortController()
  const listening = Promise.withResolvers<string>()
  const serving = service(['serve', '--drain', '0', '--port', '0'], {
    signal: stop.signal,
    onStdout: (shown) => listening.resolve(shown.trim()),
  })
  onTestFinished(async () => {
    stop.abort()
    await serving
  })
  const url = await listening.promise
  const keyOf = async (kind: string) =>
    (JSON.parse((await service(['keys', 'create', '--kind', kind, '--json'])).stdout) as { key: string }).key
  const asks = { TXWARDEN_BASE_URL: url, TXWARDEN_VALIDATION_KEY: await keyOf('validation') }
  const decides = { TXWARDEN_BASE_URL: url, TXWARDEN_MANAGEMENT_KEY: await keyOf('management') }
  await using proxy = await ProxyProcess.start(['--hold'], { upstream: node.url, home: signer.home, env: asks })
  const pay = `cast send --async --unlocked --from ${SENDER} ${SCAM} --value 1ether`
  const send = () => inShell(pay, { HOME: signer.home, ETH_RPC_URL: proxy.url })
  const sent = () => node.rpc('eth_getTransactionCount', SENDER, 'latest')

  const held = await send()
  expect(held).toContain('"state":"held"')
  const [, id = ''] = /"holdId":"([^"]+)"/.exec(held) ?? []
  expect((await signer(['hold', 'approve', id, '--yes'], { env: asks })).code).toBe(3)
  expect(await send()).toContain(`"holdId":"${id}"`)
  expect(await sent()).toBe('0x0')
  expect(await approver(['hold', 'approve', id, '--yes'], { env: decides })).toMatchObject({ code: 0 })
  expect((await signer(['hold', 'wait', id], { env: asks })).code).toBe(0)
  expect(await send()).toMatch(/^0x[0-9a-f]{64}\n$/)
  // The node answers before it makes the block.
  await expect.poll(sent).toBe('0x1')
  // The next one has the next nonce: it is another payment.
  expect(await send()).toContain('"state":"held"')
  expect(await sent()).toBe('0x1')
})
