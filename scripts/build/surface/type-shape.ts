import { isParameterDeclaration } from 'typescript/unstable/ast';
import {
  SignatureKind,
  SymbolFlags,
  TypeFlags,
  type Checker,
  type Signature,
  type Symbol as TypeSymbol,
  type Type,
} from 'typescript/unstable/sync';
import {
  alternatives,
  isList,
  oneOf,
  PASSED_ON,
  type FunctionShape,
  type Shape,
} from '../../../api/src/surfaces/shape.ts';

/** Sources of ours, as they lie here and as they are packed. */
const OURS = /^(?!.*\/node_modules\/)|\/node_modules\/@pagecast\//;
const BUNDLED_LIB = /\/lib\.[\w.]+\.d\.ts$|^bundled:/;
/** What React draws, under all of its names: a part that begins to draw nothing at times breaks nobody. */
const DRAWN = new Set(['Element', 'ReactElement', 'ReactNode', 'ReactPortal']);
const ALSO_DRAWN = new Set(['string', 'number', 'bigint', 'boolean', 'undefined', 'Iterable', 'Promise', 'null']);
const COMPONENT = /^(ComponentType|FC|FunctionComponent|ComponentClass|ExoticComponent|NamedExoticComponent)$/;
const DEEPEST = 12;

/** Names of type parameters by their id, and the types that are being described, against endless ones. */
interface Scope {
  readonly parameters: ReadonlyMap<number, string>;
  readonly above: readonly number[];
}

/** Describes types of a program, each by what it is and not by what it is called. */
export class TypeShapes {
  readonly #checker: Checker;
  readonly #passedOn: ReadonlyMap<number, string>;
  readonly #known = new Map<number, Shape>();
  /** How often a description was cut off: such a one depends on what it was found in. */
  #cuts = 0;

  /**
   * @param passedOn names of types by their id: what travels from the API, or from the shell, to a part through an
   * area, which need not know what it holds
   */
  constructor(checker: Checker, passedOn: ReadonlyMap<number, string>) {
    this.#checker = checker;
    this.#passedOn = passedOn;
  }

  of(type: Type): Shape {
    return this.#shape(type, { parameters: new Map(), above: [] });
  }

  #shape(type: Type, scope: Scope): Shape {
    const before = scope.parameters.size === 0 ? this.#known.get(type.id) : undefined;
    if (before !== undefined) return before;
    const cuts = this.#cuts;
    const shape = scope.parameters.get(type.id) ?? this.#plain(type) ?? this.#made(type, scope);
    if (scope.parameters.size === 0 && cuts === this.#cuts) this.#known.set(type.id, shape);
    return shape;
  }

  #shapes(types: readonly Type[], scope: Scope): Shape[] {
    return types.map((one) => this.#shape(one, scope));
  }

  #named(is: string, of: readonly Type[], scope: Scope): Shape {
    return of.length === 0 || DRAWN.has(is) ? is : { is, of: this.#shapes(of, scope) };
  }

  #component(props: Type | undefined, scope: Scope): Shape {
    return { takes: props === undefined ? [] : [this.#shape(props, scope)], gives: 'ReactNode' };
  }

  /** A type that is made of no others. */
  #plain(type: Type): Shape | null {
    if (type.isLiteralType()) return { value: typeof type.value === 'bigint' ? String(type.value) : type.value };
    if (type.flags & TypeFlags.Null) return { value: null };
    if (type.flags & TypeFlags.Boolean) return 'boolean';
    return type.isIntrinsicType() ? type.intrinsicName : null;
  }

  #made(type: Type, scope: Scope): Shape {
    const foreign = this.#foreignAlias(type, scope);
    if (foreign !== null) return foreign;
    if (type.isUnionType()) return this.#union(type.getTypes(), scope);
    const name = type.isObjectType() && scope.above.at(-1) !== -type.id ? this.#passedOn.get(type.id) : undefined;
    if (name !== undefined)
      return { is: `${PASSED_ON}${name}`, of: [this.#shape(type, { ...scope, above: [...scope.above, -type.id] })] };
    const inner = { ...scope, above: [...scope.above, type.id] };
    if (scope.above.includes(type.id) || inner.above.length > DEEPEST) {
      this.#cuts++;
      return '…';
    }
    return this.#deferred(type, inner) ?? this.#object(type, inner);
  }

  /** What a library calls by a name of its own stays under it, unless it is an object made of types of ours. */
  #foreignAlias(type: Type, scope: Scope): Shape | null {
    const alias = type.getAliasSymbol();
    if (alias === undefined || isOurs(alias)) return null;
    const isCallable = this.#checker.getSignaturesOfType(type, SignatureKind.Call).length > 0;
    if (!type.isUnionType() && !isCallable) return null;
    const args = type.getAliasTypeArguments();
    return COMPONENT.test(alias.name) ? this.#component(args[0], scope) : this.#named(alias.name, args, scope);
  }

  #union(types: readonly Type[], scope: Scope): Shape {
    const all = this.#shapes(types, scope);
    const isBoolean = (one: Shape) => typeof one === 'object' && 'value' in one && typeof one.value === 'boolean';
    return oneOf(all.filter(isBoolean).length < 2 ? all : [...all.filter((one) => !isBoolean(one)), 'boolean']);
  }

  /** Of types that wait for their parameters. */
  #deferred(type: Type, scope: Scope): Shape | null {
    if (type.isTypeParameter()) return 'unknown';
    if (type.isIndexType()) return this.#named('keyof', [type.getTarget()], scope);
    if (type.isIndexedAccessType()) return this.#named('at', [type.getObjectType(), type.getIndexType()], scope);
    if (type.isSubstitutionType()) return this.#shape(type.getBaseType(), scope);
    if (type.isTemplateLiteralType()) return this.#named(`\`${type.texts.join('…')}\``, type.getTypes(), scope);
    if (type.isStringMappingType()) return this.#named('case of', [type.getTarget()], scope);
    if (!type.isConditionalType()) return null;
    const parts = [type.getCheckType(), type.getExtendsType(), type.getTrueType(), type.getFalseType()];
    return this.#named('if', parts, scope);
  }

  #object(type: Type, scope: Scope): Shape {
    const symbol = type.getSymbol();
    const args = (type.isTypeReference() ? this.#checker.getTypeArguments(type) : []).filter(
      (one) => !(one.isTypeParameter() && one.isThisType === true),
    );
    if (type.isTupleType() || (type.isTypeReference() && type.getTarget().isTupleType()))
      return { is: 'tuple', of: this.#shapes(args, scope) };
    const [element] = args;
    if (element !== undefined && (symbol?.name === 'Array' || symbol?.name === 'ReadonlyArray'))
      return { list: this.#shape(element, scope), ...(symbol.name === 'ReadonlyArray' && { isReadonly: true }) };
    const isNamed = symbol !== undefined && (symbol.flags & (SymbolFlags.Interface | SymbolFlags.Class)) !== 0;
    if (!isNamed || isOurs(symbol)) return this.#structure(type, scope);
    return COMPONENT.test(symbol.name) ? this.#component(args[0], scope) : this.#named(symbol.name, args, scope);
  }

  #structure(type: Type, scope: Scope): Shape {
    const calls = [
      ...this.#checker.getSignaturesOfType(type, SignatureKind.Call).map((one) => this.#function(one, scope)),
      ...this.#checker
        .getSignaturesOfType(type, SignatureKind.Construct)
        .map((one) => ({ ...this.#function(one, scope), makes: true })),
    ];
    const properties = this.#checker
      .getPropertiesOfType(type)
      .filter(({ name }) => !/^__[@#]/.test(name) && !(calls.length > 0 && name === 'prototype'))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    const fields = properties.filter(isOurs).map((property) => this.#field(property, scope));
    const [only] = calls;
    if (only !== undefined && calls.length === 1 && fields.length === 0) return only;
    const others = properties.filter((one) => !isOurs(one)).map(({ name }) => name);
    const rest = this.#checker.getIndexInfosOfType(type)[0];
    return {
      fields: Object.fromEntries(fields),
      ...(others.length > 0 && { others }),
      ...(rest && { rest: this.#shape(rest.valueType, scope) }),
      ...(calls.length > 0 && { calls }),
    };
  }

  #field(property: TypeSymbol, scope: Scope): [string, Shape] {
    const shape = this.#shape(this.#checker.getTypeOfSymbol(property) as Type, scope);
    const isOptional = (property.flags & SymbolFlags.Optional) !== 0;
    return isOptional ? [`${property.name}?`, withoutUndefined(shape)] : [property.name, shape];
  }

  #function(signature: Signature, scope: Scope): FunctionShape {
    const generics = signature.getTypeParameters();
    const parameters = new Map(scope.parameters);
    for (const generic of generics) parameters.set(generic.id, `#${parameters.size}`);
    const inner = { ...scope, parameters };
    const symbols = signature.getParameters();
    const isOptional = symbols.map(
      (one, n) => !(signature.hasRestParameter && n === symbols.length - 1) && mayBeLeftOut(one),
    );
    const takes = symbols.map((one, n) => {
      const shape = this.#shape(this.#checker.getTypeOfSymbol(one) as Type, inner);
      if (signature.hasRestParameter && n === symbols.length - 1) return isList(shape) ? shape.list : shape;
      return isOptional[n] ? withoutUndefined(shape) : shape;
    });
    const optional = isOptional.filter(Boolean).length;
    const gives = this.#shape(this.#checker.getReturnTypeOfSignature(signature) as Type, inner);
    return {
      takes,
      ...(optional > 0 && { optional }),
      ...(signature.hasRestParameter && { isVariadic: true }),
      gives: resultOf(gives),
      ...(generics.length > 0 && {
        generics: generics.map((one) => {
          const constraint = this.#checker.getConstraintOfTypeParameter(one);
          return constraint === undefined ? 'unknown' : this.#shape(constraint, inner);
        }),
      }),
    };
  }
}

const isOurs = ({ declarations }: TypeSymbol): boolean =>
  declarations.length === 0 || declarations.some(({ path }) => OURS.test(path) && !BUNDLED_LIB.test(path));

function mayBeLeftOut({ valueDeclaration }: TypeSymbol): boolean {
  const node = valueDeclaration?.resolve();
  return node !== undefined && isParameterDeclaration(node) && (node.questionToken ?? node.initializer) !== undefined;
}

function withoutUndefined(shape: Shape): Shape {
  const left = alternatives(shape).filter((one) => one !== 'undefined');
  return left.length === 0 ? shape : oneOf(left);
}

/** What a function gives. Who gets nothing of it does not care which nothing that is. */
function resultOf(shape: Shape): Shape {
  if (shape === 'undefined') return 'void';
  const all = alternatives(shape).map((one) => {
    if (typeof one === 'string') return one;
    if ('of' in one) return one.is;
    return 'value' in one ? String(one.value) : '';
  });
  const isDrawn = all.some((one) => DRAWN.has(one)) && all.every((one) => DRAWN.has(one) || ALSO_DRAWN.has(one));
  return isDrawn ? 'ReactNode' : shape;
}
