import { expect, test } from 'vitest'
import { makeCli } from '../../support/cli.ts'

test.each([
  [['tx', 'get', 'nothing'], 'txwarden tx list --wide'],
  [['tx', 'explain', 'nothing'], 'txwarden tx list --wide'],
  [['delivery', 'show', 'nothing'], 'txwarden delivery list'],
  [['control-list', 'remove', 'nothing', '--yes'], 'txwarden control-list list'],
  [['monitor', 'remove', 'nothing', '--yes'], 'txwarden monitor list'],
  [['alert', 'delete', 'nothing', '--yes'], 'txwarden alert list'],
])('%j says where the ids are', async (argv, list) => {
  const cli = makeCli()
  const { code, stderr } = await cli([...argv, '--json'])
  expect({ code, ...JSON.parse(stderr) }).toMatchObject({ code: 5, error: { try: list } })
  expect((await cli(list.split(' ').slice(1))).code).toBe(0)
})
