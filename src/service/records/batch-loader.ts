/** So many questions are answered at once: the statements stay of a size that databases plan quickly. */
const MOST_AT_ONCE = 64

interface Asked<Q, A> {
  readonly question: Q
  readonly resolve: (answer: A) => void
  readonly reject: (error: unknown) => void
}

/**
 * Answers the questions that come up in one turn of the event loop together: a look-up for each of sixty-four requests
 * becomes one. Nothing is read before the last of them was asked, so that each sees all that was committed before it.
 * @param answer the answers in the order of the questions
 */
export function together<Q, A>(
  answer: (questions: readonly Q[]) => Promise<readonly A[]>,
): (question: Q) => Promise<A> {
  const waiting: Asked<Q, A>[] = []
  let isAnswering = false
  const answerAll = async () => {
    isAnswering = true
    // What comes up while a database elsewhere is at work goes there together as well.
    while (waiting.length > 0) await settle(waiting.splice(0, MOST_AT_ONCE), answer)
    isAnswering = false
  }
  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      if (waiting.length === 1 && !isAnswering) setImmediate(answerAll)
    })
}

async function settle<Q, A>(
  asked: readonly Asked<Q, A>[],
  answer: (questions: readonly Q[]) => Promise<readonly A[]>,
): Promise<void> {
  try {
    const answers = await answer(asked.map(({ question }) => question))
    for (const [index, { resolve }] of asked.entries()) resolve(answers[index] as A)
  } catch (error) {
    for (const { reject } of asked) reject(error)
  }
}

/** The same for what is the same for everybody who asks in one turn. */
export function shared<A>(load: () => Promise<A>): () => Promise<A> {
  const ask = together<undefined, A>(async (questions) => {
    const answer = await load()
    return questions.map(() => answer)
  })
  return () => ask(undefined)
}

/** The same, once for each of a few words. */
export function sharedBy<K extends string, A>(load: (key: K) => Promise<A>): (key: K) => Promise<A> {
  return together(async (keys) => {
    const answers = new Map<K, A>()
    for (const key of new Set(keys)) answers.set(key, await load(key))
    return keys.map((key) => answers.get(key) as A)
  })
}
