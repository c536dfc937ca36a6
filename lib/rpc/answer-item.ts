import { type Later, whenHere } from '@/lib/later';
import type { Circumstances, Dispatched, Registry } from './circumstances';
import type { CallInfo, Context } from './context';
import type { Method, MethodGroup } from './define-method';
import { idTextOf, type RpcRequest, readChainId, readEnvelope } from './envelope';
import { RpcError, toWireError } from './errors';
import { errorText, type Written, writeResult, writeSuccess } from './written-answer';

/**
 * Answers one request of a body. Never throws, nor does its promise reject.
 * @param rawId text of its id in the body
 * @param alone whether it is the whole body, not an item of a batch
 */
export function answerItem(
  item: unknown,
  rawId: () => string | undefined,
  registry: Registry,
  context: Context,
  circumstances: Circumstances,
  alone = false,
): Later<Dispatched> {
  const attempt = new Attempt(item, rawId, registry, context, circumstances, alone);
  try {
    const answered = attempt.answer();
    return answered instanceof Promise ? answered.catch((thrown) => attempt.refuse(thrown)) : answered;
  } catch (thrown) {
    return attempt.refuse(thrown);
  }
}

/** One item on its way to its answer: how far it came decides what its refusal says. */
class Attempt {
  private readonly startedAt = performance.now();
  private readonly idText: string | null;
  private method = '';
  private chainId: number | undefined;
  private echoed: number | undefined;

  constructor(
    private readonly item: unknown,
    rawId: () => string | undefined,
    private readonly registry: Registry,
    private readonly context: Context,
    private readonly circumstances: Circumstances,
    private readonly alone: boolean,
  ) {
    this.idText = idTextOf(item, rawId);
  }

  /** @throws whatever is wrong with the item, here or by its promise */
  answer(): Later<Dispatched> {
    const { circumstances, registry, context } = this;
    const request = readEnvelope(this.item, this.idText);
    this.method = request.method;
    if (request.method === 'rpc.discover')
      return whenHere(circumstances.spend(1), () => this.finish(registry.openRpc()));
    const method = findMethod(registry, circumstances.group, request);
    const given = readChainId(request.chainId, circumstances.queryChainIds);
    const chainId = servedChain(method, given, context);
    this.chainId = chainId;
    if (method.echoesChainId || (circumstances.compat && method.name === COMPAT_ECHO)) this.echoed = chainId;
    const input = method.readParams(request.params);
    const units = method.units(input);
    const call = new Call(chainId, given !== undefined, units, circumstances);
    return whenHere(circumstances.spend(units), () => this.handle(method, input, call));
  }

  private handle(method: Method, input: unknown, call: Call): Later<Dispatched> {
    let result: unknown;
    try {
      result = method.handler(input, this.context, call);
    } catch (thrown) {
      call.end();
      throw thrown;
    }
    if (result instanceof Promise)
      return result.finally(() => call.end()).then((known: unknown) => this.finish(known));
    call.end();
    return this.finish(result);
  }

  private finish(result: unknown): Later<Dispatched> {
    return whenHere(writeResult(result), (written) => this.success(written));
  }

  private success(written: Written): Dispatched {
    const { idText, echoed, method, chainId, circumstances } = this;
    const ms = performance.now() - this.startedAt;
    circumstances.onAnswer?.(chainId === undefined ? { method, ms } : { method, chainId, ms });
    const id = idText ?? 'null';
    return { ...writeSuccess(id, echoed, written, !this.alone), idText: id, echoed };
  }

  refuse(thrown: unknown): Later<Dispatched> {
    const { idText, echoed, method, chainId, circumstances, startedAt } = this;
    const refused = (why: unknown) =>
      failure(why, idText ?? 'null', echoed, method, circumstances, startedAt, chainId);
    // What could not be charged as a call is charged as one unit: a flood of bad requests is a flood.
    return method !== 'rpc.discover' && isRefusalBeforeCharge(thrown)
      ? whenHere(overLimit(circumstances), (over) => refused(over ?? thrown))
      : refused(thrown);
  }
}

/** The one BTC method whose answer carries `chainId` for clients that came with query credentials (contract §5). */
const COMPAT_ECHO = 'svc_aa_getBTCAccount';

class Call implements CallInfo {
  private entered = false;
  constructor(
    readonly chainId: number,
    readonly chainIdGiven: boolean,
    private readonly units: number,
    private readonly circumstances: Circumstances,
  ) {}
  /** Whoever reads it is about to wait for an upstream: from here on the call counts as work under way. */
  get signal() {
    if (!this.entered) {
      this.circumstances.enter(this.units);
      this.entered = true;
    }
    return this.circumstances.signal;
  }
  end() {
    if (this.entered) this.circumstances.leave(this.units);
  }
  get deadlineAt() {
    return this.circumstances.deadlineAt;
  }
  get compat() {
    return this.circumstances.compat;
  }
}

function findMethod(registry: Registry, group: MethodGroup, { method }: RpcRequest): Method {
  const found = registry.find(group, method);
  if (found) return found;
  throw new RpcError(
    'methodNotFound',
    'method-not-found',
    `Unknown method on /${group}: ${JSON.stringify(method)}`,
    {
      methods: registry.names(group),
    },
  );
}

function servedChain(method: Method, given: number | undefined, context: Context): number {
  const supported = method.group === 'solana' ? context.solana.chainIds : context.evm.chainIds;
  if (given === undefined && method.chainId === 'required') {
    throw new RpcError(
      'invalidParams',
      'missing-chain-id',
      `chainId is required: one of ${supported.join(', ')}`,
      {
        path: 'chainId',
        supported,
      },
    );
  }
  const chainId = given ?? context.settings.defaultEvmChainId;
  if (!supported.includes(chainId)) {
    throw new RpcError('unsupportedChain', 'unsupported-chain', `Unsupported chainId: ${chainId}`, {
      supported,
    });
  }
  return chainId;
}

/** The answer that says what was thrown, and tells the observer of it. @param startedAt 0 when no call was begun */
export function failure(
  thrown: unknown,
  idText: string,
  echoed: number | undefined,
  method: string,
  circumstances: Circumstances,
  startedAt: number,
  chainId?: number,
): Dispatched {
  const { error, wire } = toWireError(thrown);
  const faulty = error === 'internalError' || error === 'upstreamUnavailable';
  circumstances.onAnswer?.({
    method,
    error,
    ms: startedAt === 0 ? 0 : performance.now() - startedAt,
    ...(chainId === undefined ? {} : { chainId }),
    ...(faulty ? { cause: thrown } : {}),
  });
  const retryAfterSeconds = wire.data.retryAfterSeconds;
  return {
    body: errorText(idText, echoed, wire),
    error,
    ...(typeof retryAfterSeconds === 'number' ? { retryAfterSeconds } : {}),
  };
}

/** Errors raised before the call's own units were taken. */
function isRefusalBeforeCharge(thrown: unknown): boolean {
  const { error } = toWireError(thrown);
  return (
    error === 'invalidRequest' ||
    error === 'methodNotFound' ||
    error === 'invalidParams' ||
    error === 'unsupportedChain'
  );
}

/** Takes one unit. Returns what refuses it, undefined when nothing does. */
function overLimit(circumstances: Circumstances): Later<unknown> {
  try {
    const spent = circumstances.spend(1);
    return spent instanceof Promise
      ? spent.then(
          () => undefined,
          (thrown: unknown) => thrown,
        )
      : undefined;
  } catch (thrown) {
    return thrown;
  }
}
