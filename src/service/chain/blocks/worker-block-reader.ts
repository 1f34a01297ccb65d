import { startThread } from '../../../shared/system/start-thread.ts'
import { nodeFailure } from '../rpc/json-rpc.ts'
import type { BlockReader, WorkerAnswer, WorkerRequest, WorkerStart, WorkerTask } from './block-reader.ts'

/** Answers of nodes are bounded (rpc-exchange.ts) and need less. */
const MAX_HEAP_MB = 2048
/** A chunk that crashes one thread after another is no accident. */
const MAX_TRIES = 3

/**
 * Starts its thread with the first call. A crash of the thread fails the reads in flight; the
 * next call starts another one, which knows the watched addresses of the one before. The thread keeps the process alive
 * while a call is in flight, and no longer.
 */
export function createBlockReader(): BlockReader {
  const tables = new Map<string, SharedArrayBuffer>()
  let running: RunningWorker | undefined
  let isClosed = false

  const run = (task: WorkerTask): Promise<WorkerAnswer | Crash> => {
    if (isClosed) return Promise.resolve({ crash: 'the reader of blocks is closed' })
    if (running === undefined || running.hasEnded()) running = startWorker({ tables })
    return running.run(task)
  }

  return {
    async read(request) {
      const answer = await run({ read: request })
      if ('reading' in answer) return answer.reading
      const reason = 'crash' in answer ? answer.crash : 'the reader of blocks gave no block'
      return { block: nodeFailure(hostOf(request.url), 'failed', reason), requests: 0 }
    },
    async watch(chainId, addresses) {
      // Repeating it adds nothing twice.
      for (let tries = 1; ; tries++) {
        const answer = await run({ watch: { chainId, addresses } })
        if ('table' in answer) return void tables.set(chainId, answer.table)
        if (tries >= MAX_TRIES || isClosed) throw new Error('the reader of blocks stopped')
      }
    },
    async close() {
      isClosed = true
      await running?.end()
    },
  }
}

interface Crash {
  readonly crash: string
}

interface RunningWorker {
  hasEnded(): boolean
  run(task: WorkerTask): Promise<WorkerAnswer | Crash>
  end(): Promise<void>
}

function startWorker(start: WorkerStart): RunningWorker {
  const worker = startThread('block-worker', import.meta.url, {
    workerData: start,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  })
  const waiting = new Map<number, (answer: WorkerAnswer | Crash) => void>()
  let lastId = 0
  let hasEnded = false
  let crash = 'the reader of blocks stopped'
  const settle = (id: number, answer: WorkerAnswer | Crash) => {
    waiting.get(id)?.(answer)
    waiting.delete(id)
    if (waiting.size === 0) worker.unref()
  }
  worker.on('message', (answer: WorkerAnswer) => settle(answer.id, answer))
  worker.on('error', (error: NodeJS.ErrnoException) => {
    hasEnded = true
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') crash = 'the reader of blocks ran out of memory'
  })
  worker.on('exit', () => {
    hasEnded = true
    for (const id of waiting.keys()) settle(id, { crash })
  })
  worker.unref()
  return {
    hasEnded: () => hasEnded,
    run(task) {
      const id = ++lastId
      worker.ref()
      return new Promise((resolve) => {
        waiting.set(id, resolve)
        worker.postMessage({ id, ...task } satisfies WorkerRequest)
      })
    },
    async end() {
      await worker.terminate()
    },
  }
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? 'the node'
}
