import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeCli } from '../../support/cli.ts'

const URL_OF_TEAM = 'https://hooks.slack.com/services/T1/B1/abcdefghijklmnopqrstuvwx'
const ADDRESS = '0x7E57d67A1d86cA31fFb741f8578D5B66b6ae0d2d'
const slack = (name: string, url = URL_OF_TEAM) =>
  `kind: destination\nname: ${name}\nchannel: SLACK\nwebhookUrl: ${url}\n`
const times = (count: number, text: (index: number) => string) => Array.from({ length: count }, (_, i) => text(i))

/** Manifests of about `size` characters. */
const manifests: Readonly<Record<string, (size: number) => string>> = {
  'a name of dollars': (size) => slack(`"${'$'.repeat(size)}"`),
  'a secret of dollars': (size) => slack('a', `"${'$'.repeat(size)}"`),
  'a name of open references': (size) => slack(`"${'${a'.repeat(size / 3)}"`),
  'a name of escaped references': (size) => slack(`"${'$${a}'.repeat(size / 5)}"`),
  'a secret of asterisks': (size) => slack('a', `"https://a.example/${'***a'.repeat(size / 4)}"`),
  'unknown members': (size) => slack('a') + times(size / 10, (i) => `m${i}: a\n`).join(''),
  'one entry, many times': (size) =>
    times(size / 80, () => `kind: control-list\ntype: BLOCK\nproductType: SONAR\naddress: '${ADDRESS}'\n`).join(
      '---\n',
    ),
  'unknown chains': (size) =>
    `kind: control-list\ntype: BLOCK\nproductType: SONAR\naddress: '${ADDRESS}'\nchainIds: [${times(size / 6, (i) => `x${i}`)}]\n`,
}

test.each(Object.entries(manifests))('%s takes time in proportion to its length', async (_, manifest) => {
  const cli = makeCli()
  const timeOf = async (size: number) => {
    const file = join(cli.home, 'infra.yaml')
    writeFileSync(file, manifest(size))
    const before = process.threadCpuUsage()
    await cli(['diff', '--file', file])
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
  await timeOf(15_000)
  const [short, long] = [await timeOf(15_000), await timeOf(120_000)]
  // 8 times the text: 64 times the work if it were quadratic.
  expect(long).toBeLessThan(24 * Math.max(short, 20))
})
