import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { isReply } from '../../../../src/service/chain/rpc/json-rpc.ts'
import { createRpcNode } from '../../../../src/service/chain/rpc/rpc-node.ts'
import { TestClock } from '../../../support/deterministic.ts'
import { type NodeAnswer, startFaultProxy } from '../../../support/fault-proxy.ts'

/** Requests and answers of a real go-ethereum node (ethereum/execution-apis): data next to the project, not part of it. */
const folder = resolve(import.meta.dirname, '../../../../../shared/vectors/execution-apis/tests')

interface Pair {
  readonly request: { readonly method: string; readonly params: readonly unknown[] }
  readonly answer: NodeAnswer
}

function pairsOf(file: string): Pair[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  const parsed = (mark: string) =>
    lines.filter((line) => line.startsWith(mark)).map((line) => JSON.parse(line.slice(mark.length)))
  const answers = parsed('<< ')
  return parsed('>> ').map((request, at) => ({ request: { params: [], ...request }, answer: answers[at] }))
}

const keyOf = ({ method, params }: Pair['request']) => JSON.stringify([method, params])

describe.runIf(existsSync(folder))('the vectors of execution-apis', () => {
  const methods = Map.groupBy(globSync(`${folder}/*/*.io`).toSorted(), (file) => dirname(file))

  test('are there', () => expect(methods.size).toBeGreaterThan(30))

  test.each([...methods].map(([path, files]) => [path.slice(folder.length + 1), files] as const))(
    '%s: each request of a batch gets its own answer',
    async (_method, files) => {
      const pairs = files.flatMap(pairsOf)
      const answers = new Map(pairs.map(({ request, answer }) => [keyOf(request), answer]))
      const proxy = await startFaultProxy((call) => {
        const { result, error } = answers.get(keyOf(call)) as { result?: unknown; error?: never }
        return error ? { error } : { result }
      })
      proxy.script('batch reversed')
      const node = createRpcNode({ url: proxy.url, clock: new TestClock(), sleep: async () => {} })
      onTestFinished(async () => {
        await node.close()
        await proxy.close()
      })
      const requests = [...answers.keys()].map((key) => {
        const [method, params] = JSON.parse(key)
        return { method, params }
      })
      const replies = await node.send(requests, 60_000)
      for (const [at, reply] of replies.entries()) {
        const answer = answers.get(keyOf(requests[at] as Pair['request']))
        if (isReply(reply)) expect(answer).toMatchObject(reply)
        else if (answer && 'error' in answer) expect(reply.failure.code).toBe(answer.error.code)
        else expect(reply).toEqual(answer)
      }
      expect(replies.length).toBe(answers.size)
    },
  )
})
