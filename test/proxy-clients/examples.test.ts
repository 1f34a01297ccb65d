import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { parse } from 'yaml'
import { SHELL_COMMAND } from '../support/built-program.ts'
import { needs, TOOLS } from '../support/needs.ts'
import { BLOCKED, KNOWN, type ProxiedChain, startProxiedChain } from '../support/proxy/proxied-chain.ts'
import { ProxyProcess } from '../support/proxy/proxy-process.ts'
import { action, gate, runSteps } from '../support/run-action.ts'
import { expectMined, expectRefused } from './expect-sent.ts'
import { writeFoundryProject } from './foundry-project.ts'

const { describe, test } = needs('anvil', 'cast', 'forge', 'hardhat', 'bash')

interface Step {
  readonly uses?: string
  readonly run?: string
  readonly env?: Readonly<Record<string, string>>
  readonly with?: Readonly<Record<string, string>>
}

const workflow = parse(readFileSync('examples/github-actions/proxy-gate.yml', 'utf8')) as {
  readonly env?: unknown
  readonly jobs: { readonly deploy: { readonly env?: unknown; readonly steps: readonly Step[] } }
}

/** Pays 1 gwei. Reads the key as the example says. */
const DEPLOY = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

interface Vm {
  function envAddress(string calldata name) external returns (address);
  function envUint(string calldata name) external returns (uint256);
  function startBroadcast(uint256 key) external;
}

contract Deploy {
  Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

  function run() external {
    address payable to = payable(vm.envAddress("TO"));
    vm.startBroadcast(vm.envUint("DEPLOYER_KEY"));
    to.transfer(1 gwei);
  }
}
`

describe('examples of the proxy', () => {
  let chain: ProxiedChain
  beforeAll(async () => {
    chain = await startProxiedChain()
    writeFoundryProject(chain.home)
    writeFileSync(join(chain.home, 'script/Deploy.s.sol'), DEPLOY)
    for (const name of ['viem.mjs', 'hardhat.config.ts']) cpSync(join('examples/proxy', name), join(chain.home, name))
    symlinkSync(dirname(TOOLS), join(chain.home, 'node_modules'))
  })
  afterAll(() => chain[Symbol.asyncDispose]())

  test('the workflow stops a deployment that is refused', async () => {
    const { env, steps } = workflow.jobs.deploy
    const deploy = steps.at(-1)
    // The others see no secret.
    expect([workflow.env, env, ...steps.map((step) => step.env && Object.keys(step.env))]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      ['TXWARDEN_UPSTREAM', 'DEPLOYER_KEY'],
    ])
    for (const { uses } of steps.slice(0, -1)) expect(uses).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/)
    expect(deploy?.uses).toBe('OWNER/txwarden@COMMIT')
    const inputs = deploy?.with ?? {}
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(inputs)))

    const runner = join(chain.home, 'runner')
    mkdirSync(runner)
    const run = async (to: string) => {
      // What the action would install is what was built here.
      mkdirSync(join(runner, 'txwarden-action/bin'), { recursive: true })
      const program = `#!/bin/sh\nexec ${SHELL_COMMAND} "$@"\n`
      writeFileSync(join(runner, 'txwarden-action/bin/txwarden'), program, { mode: 0o755 })
      const secrets = { TXWARDEN_UPSTREAM: chain.tap.url, DEPLOYER_KEY: chain.account.privateKey }
      const PATH = `${TOOLS}:${process.env.PATH}`
      const set = { ...secrets, PATH, HOME: chain.home, TXWARDEN_HOME: chain.home, TO: to }
      return runSteps(gate, { inputs, env: set, runner, cwd: chain.home })
    }
    const refused = await expectRefused(chain, () => run(BLOCKED))
    expect(refused.code).toBe(12)
    await expectMined(chain, () => run(KNOWN))
  })

  test('the workflow of forge validates the dry run, and sends what passed', async () => {
    const { steps } = (parse(readFileSync('examples/github-actions/forge-gate.yml', 'utf8')) as typeof workflow).jobs
      .deploy
    const [, , dryRun, validate, deploy] = steps
    const runner = join(chain.home, 'forge-runner')
    mkdirSync(runner)
    const use = (step: Step | undefined, env: Readonly<Record<string, string>>) => {
      mkdirSync(join(runner, 'txwarden-action/bin'), { recursive: true })
      const program = `#!/bin/sh\nexec ${SHELL_COMMAND} "$@"\n`
      writeFileSync(join(runner, 'txwarden-action/bin/txwarden'), program, { mode: 0o755 })
      return runSteps(gate, { inputs: step?.with ?? {}, env, runner, cwd: chain.home })
    }
    const run = async (to: string) => {
      const PATH = `${TOOLS}:${process.env.PATH}`
      const secrets: Readonly<Record<string, string>> = {
        FOUNDRY_ETH_RPC_URL: chain.tap.url,
        DEPLOYER_KEY: chain.account.privateKey,
      }
      const own = { PATH, HOME: chain.home, TXWARDEN_HOME: chain.home, TO: to, DEPLOYER_KEY: chain.account.privateKey }
      const variables = Object.keys(dryRun?.env ?? {}).map((name) => [name, secrets[name] ?? ''])
      const env = { ...own, ...Object.fromEntries(variables) }
      const simulated = await chain.run('sh', ['-c', dryRun?.run ?? ''], env)
      expect(simulated, simulated.stderr).toMatchObject({ code: 0 })
      const validated = await use(validate, own)
      if (validated.code !== 0) return validated
      return use(deploy, { ...own, TXWARDEN_UPSTREAM: chain.tap.url })
    }
    chain.sends()
    const summary = expect.stringMatching(/^## BLOCKED: 1 transaction in 1 file/)
    expect(await run(BLOCKED)).toMatchObject({ code: 12, failed: 'Validate the files', summary })
    expect(chain.sends()).toEqual([])
    await expectMined(chain, () => run(KNOWN))
  })

  test('foundry.toml: a name of a network leads to the proxy', async () => {
    cpSync('examples/proxy/foundry.toml', join(chain.home, 'named/foundry.toml'))
    const send = (to: string, ...network: readonly string[]) => {
      const argv = ['cast', 'send', to, '--value', '1gwei', '--private-key', chain.account.privateKey, ...network]
      return chain.run('sh', ['-c', 'cd named && "$@"', 'sh', ...argv])
    }
    await expectRefused(chain, () => send(BLOCKED, '--rpc-url', 'mainnet'))
    await expectMined(chain, () => send(KNOWN, '--rpc-url', 'mainnet'))
  })

  test('foundry.toml: forge sends to a proxy that runs on its own', async () => {
    const project = readFileSync(join(chain.home, 'foundry.toml'), 'utf8')
    const example = readFileSync('examples/proxy/foundry.toml', 'utf8')
    writeFileSync(join(chain.home, 'foundry.toml'), example.replace('[profile.default]\n', project))
    const env = { DEPLOYER_KEY: chain.account.privateKey }
    const deploy = (to: string) =>
      chain.run('forge', ['script', 'script/Deploy.s.sol', '--broadcast'], { ...env, TO: to })
    await expectRefused(chain, () => deploy(BLOCKED))
    await expectMined(chain, () => deploy(KNOWN))
  })

  test('hardhat.config.ts: Hardhat sends to the proxy', async () => {
    const script = `import hre from 'hardhat'
const { provider } = await hre.network.connect('mainnet')
const [from] = await provider.request({ method: 'eth_accounts' })
const hash = await provider.request({ method: 'eth_sendTransaction', params: [{ from, to: process.argv[2], value: '0x1' }] })
let receipt = null
while (receipt === null) receipt = await provider.request({ method: 'eth_getTransactionReceipt', params: [hash] })
`
    writeFileSync(join(chain.home, 'pay.mjs'), script)
    const pay = (to: string) => chain.run(process.execPath, ['pay.mjs', to], { DEPLOYER_KEY: chain.account.privateKey })
    await expectRefused(
      chain,
      () => pay(BLOCKED),
      (shown) => shown,
    )
    await expectMined(chain, () => pay(KNOWN))
  })

  test('viem.mjs: says why it is refused, and what programs read', async () => {
    const pay = (to: string) =>
      chain.run(process.execPath, ['viem.mjs', to, '0.000000001'], { DEPLOYER_KEY: chain.account.privateKey })
    const refused = await expectRefused(chain, () => pay(BLOCKED))
    expect(refused.stderr).toMatch(/^blocked: BLOCKED 100\/100\ntxwarden blocked this: /)
    expect((await expectMined(chain, () => pay(KNOWN))).stdout).toMatch(/^sent: 0x[0-9a-f]{64}\n$/)
  })

  test('metamask.md: the extension is served, other pages are not', async () => {
    const [, line = ''] =
      /^ *TXWARDEN_UPSTREAM=\$RPC txwarden proxy (.+)$/m.exec(readFileSync('examples/proxy/metamask.md', 'utf8')) ?? []
    const argv = line.replace('--port 8645 ', '').split(' ')
    await using proxy = await ProxyProcess.start(argv, { upstream: chain.tap.url, home: chain.home })
    const from = (origin: string) => ({ origin, 'content-type': 'application/json' })
    const post = (origin: string, to: string) => {
      const params = [{ from: chain.unlocked, to, value: '0x1' }]
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_sendTransaction', params })
      return fetch(proxy.url, { method: 'POST', headers: from(origin), body })
    }
    const extension = argv.at(-1) ?? ''
    expect(extension).toMatch(/^chrome-extension:\/\/[a-p]{32}$/)
    const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' }
    const asked = await fetch(proxy.url, { method: 'OPTIONS', headers: { origin: extension, ...preflight } })
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, extension])
    chain.sends()
    expect(await (await post(extension, BLOCKED)).json()).toMatchObject({ error: { code: -32_003 } })
    expect((await post(`${extension.slice(0, -1)}x`, KNOWN)).status).toBe(403)
    expect(chain.sends()).toEqual([])
    const passed = await post(extension, KNOWN)
    expect(passed.headers.get('access-control-allow-origin')).toBe(extension)
    expect(await passed.json()).toHaveProperty('result')
  })
})
