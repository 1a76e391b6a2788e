"""ROS 2's messages as their definitions say (common_interfaces, rcl_interfaces), with the checks that the generated classes have: a float64 takes a
float and nothing else, a list only what its type says, and there is no field beside those."""

DEFINITIONS = {
    "Vector3": "float64 x\nfloat64 y\nfloat64 z", "Twist": "Vector3 linear\nVector3 angular",
    "Time": "int32 sec\nuint32 nanosec", "Header": "Time stamp\nstring frame_id", "Joy": "Header header\nfloat32[] axes\nint32[] buttons",
}
PLAIN = {"float64": float, "float32": float, "int32": int, "uint32": int, "string": str}


def message(name):
    types = dict(reversed(line.split()) for line in DEFINITIONS[name].splitlines())

    def initial(kind):
        return [] if kind.endswith("[]") else PLAIN[kind]() if kind in PLAIN else globals()[kind]()

    class Message:
        __slots__ = tuple(types)

        def __init__(self):
            for field, kind in types.items():
                object.__setattr__(self, field, initial(kind))

        def __setattr__(self, field, value):
            kind = types[field]
            if kind.endswith("[]"):
                expected = PLAIN[kind[:-2]]
                assert isinstance(value, list) and all(type(item) is expected for item in value), f"{name}.{field} must be a list of '{expected.__name__}'"
            else:
                expected = PLAIN.get(kind) or globals()[kind]
                assert isinstance(value, expected), f"{name}.{field} must be of type '{expected.__name__}'"
            object.__setattr__(self, field, value)

        def fields(self):
            return {field: value.fields() if hasattr(value := getattr(self, field), "fields") else value for field in types}

    Message.__name__ = name
    return Message


Vector3 = message("Vector3")
Twist = message("Twist")
Time = message("Time")
Header = message("Header")
Joy = message("Joy")
