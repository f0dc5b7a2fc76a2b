/**
 * Imported first. A library that copies names from a request into a plain object would reach the prototype of every
 * object through `__proto__`, and one request would change how the whole server behaves; without that accessor it is
 * a name like any other. Node's own flag for it is --disable-proto=delete.
 */
Reflect.deleteProperty(Object.prototype, "__proto__");
