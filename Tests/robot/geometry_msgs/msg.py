"""ROS 2's messages as their definitions say (common_interfaces, geometry_msgs/msg), with the checks that the generated classes have: a float64 takes a
float and nothing else, and there is no field beside those."""

DEFINITIONS = {"Vector3": "float64 x\nfloat64 y\nfloat64 z", "Twist": "Vector3 linear\nVector3 angular"}


def message(name):
    types = dict(reversed(line.split()) for line in DEFINITIONS[name].splitlines())

    class Message:
        __slots__ = tuple(types)

        def __init__(self):
            for field, kind in types.items():
                object.__setattr__(self, field, globals()[kind]() if kind in DEFINITIONS else 0.0)

        def __setattr__(self, field, value):
            expected = float if types[field] == "float64" else globals()[types[field]]
            assert isinstance(value, expected), f"{name}.{field} must be of type '{expected.__name__}'"
            object.__setattr__(self, field, value)

        def fields(self):
            return {field: value.fields() if hasattr(value := getattr(self, field), "fields") else value for field in types}

    Message.__name__ = name
    return Message


Vector3 = message("Vector3")
Twist = message("Twist")
